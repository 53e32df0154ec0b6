import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

it("tells the same if its temporary file cannot grow, and why its texts stay in memory", () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.ts`);
  const files = names.map((name) => [name, `f(${name.length});\n`.repeat(50)]);
  const recipe = recipeOf([["f($A)", `g($A, "${"é long".repeat(2500)}")`]], "per: file");
  const root = tempTree({ ...Object.fromEntries(files), "recipe.yaml": recipe });
  const argv = [process.execPath, MAIN, "preview", "recipe.yaml", "--no-cache", "--format", "json"];
  // The largest size of a file stands for a disk that is full: the first write does half of its work, the next none.
  const [plain, limited] = ["unlimited", "100"].map((kilobytes) => {
    const shell = ["-c", `ulimit -f ${kilobytes}; exec "$@"`, "-", ...argv];
    const { status, stdout, stderr } = spawnSync("bash", shell, {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 1 << 30,
      timeout: 30_000,
    });
    const { run: _ofThisRun, ...report } = JSON.parse(stdout);
    return { status, stderr, report };
  });
  expect([plain?.status, plain?.stderr]).toEqual([0, ""]);
  expect(limited?.status).toBe(0);
  expect(limited?.stderr).toMatch(/stay in memory.*EFBIG.*TMPDIR/s);
  expect(limited?.report).toEqual(plain?.report);
});
