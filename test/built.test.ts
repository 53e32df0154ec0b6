import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
// @ts-expect-error The build is plain JavaScript.
import { isBuilt, noteBuild } from "../scripts/built.mjs";
import { tempTree } from "./support/temp-tree.ts";

const CONFIGURATION = ["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"];

it("builds again after any change of the sources, of the result or of the packages", () => {
  const root = tempTree({
    ...Object.fromEntries(CONFIGURATION.map((name) => [name, "{}\n"])),
    ...{
      "src/a/b.ts": "b;\n",
      "page/a.ts": "a;\n",
      "scripts/build.mjs": "build;\n",
      "build/a/b.js": "b;\n",
      "dist/a.js": "a;\n",
    },
  });
  expect(isBuilt(root)).toBe(false);
  for (const name of [
    "src/a/b.ts",
    "src/new.ts",
    "page/a.ts",
    "scripts/build.mjs",
    "build/a/b.js",
    "dist/a.js",
    ...CONFIGURATION,
  ]) {
    noteBuild(root);
    expect(isBuilt(root)).toBe(true);
    writeFileSync(join(root, name), `changed ${name}\n`);
    expect([name, isBuilt(root)]).toEqual([name, false]);
  }
  noteBuild(root);
  rmSync(join(root, "node_modules"), { recursive: true });
  expect(isBuilt(root)).toBe(false);
});
