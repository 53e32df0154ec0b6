import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { readText, tempTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.js");

/** Tells the peak memory of the process, of all its threads, in kB. */
const TELL_PEAK = `if (require("node:worker_threads").isMainThread) process.on("exit", () =>
  require("node:fs").writeFileSync("peak", String(process.resourceUsage().maxRSS)));
`;

it("frees the trees of files as it goes: 27 MB of text that have to be parsed take 200 MB, not 600", () => {
  const line = (n: number) => `export const value${n} = call(${n}, [a.b.c, d ? e : f], "text");\n`;
  const text = Array.from({ length: 600 }, (_, n) => line(n)).join("");
  // A third of them has the text of the pattern, and no match.
  const files = Array.from({ length: 2000 }, (_, n) => [
    `src/f${n}.ts`,
    `${text}// ${n % 3 === 0 ? "old" : "new"} ${n}\n`,
  ]);
  const root = tempTree({
    ...Object.fromEntries(files),
    "src/match.ts": "old(1);\n",
    "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
    "peak.cjs": TELL_PEAK,
  });
  const argv = ["--require", "./peak.cjs", MAIN, "preview", "recipe.yaml", "--no-cache"];
  const { status, stdout } = spawnSync(process.execPath, argv, { cwd: root, encoding: "utf8" });
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("1 file"),
  });
  expect(Number(readText(root, "peak")) / 1000).toBeLessThan(400);
});
