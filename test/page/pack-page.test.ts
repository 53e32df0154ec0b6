import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
// @ts-expect-error The build is plain JavaScript.
import { packPage } from "../../scripts/page.mjs";
import { tempFolder } from "../support/temp-tree.ts";

const HOME = resolve(import.meta.dirname, "../..");

it("packs the page into the same bytes in every folder, and names none", async () => {
  const other = tempFolder();
  for (const name of ["package.json", "tsconfig.json", "page", "src/model", "src/shared"]) {
    mkdirSync(join(other, name, ".."), { recursive: true });
    cpSync(join(HOME, name), join(other, name), { recursive: true });
  }
  symlinkSync(join(HOME, "node_modules"), join(other, "node_modules"));
  const packed = async (root: string, dist: string) => {
    await packPage(root, dist);
    return ["page.js", "page.css"].map((name) => readFileSync(join(dist, "page", name), "utf8"));
  };
  const [one, two] = [
    await packed(HOME, join(other, "one")),
    await packed(other, join(other, "two")),
  ];
  expect(two.map((text, index) => text === one[index])).toEqual([true, true]);
  expect(one.filter((text) => text.includes(HOME) || text.includes(other))).toEqual([]);
});
