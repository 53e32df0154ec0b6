import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

it("searches its root where a hook of another repository starts it", () => {
  const other = tempRepository({ "other.ts": "old(1);\n" });
  const root = tempRepository({
    "a.ts": "old(1);\n",
    ".gitignore": "a.ts\n", // Of no effect on a file in the index.
    "r.yaml": recipeOf([["old($A)", "fresh($A)"]]),
  });
  const env = {
    ...process.env,
    GIT_DIR: join(other, ".git"),
    GIT_INDEX_FILE: join(other, ".git/index"),
  };
  const argv = [MAIN, "preview", "r.yaml", "--format", "json"];
  const { stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8", env });
  expect(JSON.parse(stdout)).toMatchObject({ exitCode: 0, totals: { filesMatched: 1 } });
});
