import { mkdirSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { makeFolderBeside } from "../../../src/apply/disk/folder-beside.ts";
import { tempTree, writeTree } from "../../support/temp-tree.ts";

it("removes the folder of a process that is gone, and no other", async () => {
  const root = tempTree({ "a.json": "" });
  const own = basename(await makeFolderBeside(join(root, "a.json")));
  const gone = (letters: string) =>
    own.replace(`-${process.pid}-`, "-999999999-").slice(0, -6) + letters;
  writeTree(root, { [`${gone("aaaaaa")}/a.json`]: "half" });
  mkdirSync(join(root, gone("bbbbbb")));
  const others = [
    `${gone("cccccc")}/a/b`,
    `${gone("dddddd")}/a`,
    `${gone("dddddd")}/b`,
    ".sluice-x-9-aaaaaa/a",
  ];
  writeTree(root, Object.fromEntries(others.map((path) => [path, "kept"])));
  const next = basename(await makeFolderBeside(join(root, "a.json")));
  expect(readdirSync(root).sort()).toEqual(
    ["a.json", own, next, gone("cccccc"), gone("dddddd"), ".sluice-x-9-aaaaaa"].sort(),
  );
});
