import { expect, it } from "vitest";
import { checkedPolicy, checkedTree } from "../support/checked-tree.ts";
import { killedRun } from "../support/killed-run.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot } from "../support/temp-tree.ts";

const FILES = ["src/f0.ts", "src/f1.ts", "src/f2.ts"];

/** Kills a run whose check takes everything back when it is about to do something to the disk. */
async function killed(point: string, path: string, nth: number) {
  const root = checkedTree(checkedPolicy("false", { after: "rule" }), { count: 3 });
  const before = snapshot(root);
  const isKilled = killedRun(root, ["run", "recipe.yaml", "--no-cache"], { point, path, nth });
  return { root, before, isKilled };
}

it.each([
  ["rename", "src/f0\\.ts$", 2],
  ["rename", "src/f2\\.ts$", 2],
  ["sync", "journal\\.jsonl$", 5],
])(
  "a run that is killed while it takes actions back is whole after the recovery: %s %s",
  async (point, path, nth) => {
    const { root, before, isKilled } = await killed(point, path, nth);
    expect(isKilled).toBe(true);
    expect((await cli(root, ["recover"])).exitCode).toBe(0);
    const texts = FILES.map((file) => readText(root, file));
    const isApplied = texts.every((text, index) => text === `fresh(${index});\n`);
    const isBack = texts.every((text, index) => text === `old(${index});\n`);
    expect(isApplied || isBack).toBe(true);
    const shown = JSON.parse((await cli(root, ["runs", "--format", "json"])).stdout);
    expect(shown.runs).toHaveLength(1);
    expect((await cli(root, ["undo"])).exitCode).toBe(0);
    const after = snapshot(root);
    expect(FILES.map((file) => after[file])).toEqual(FILES.map((file) => before[file]));
  },
);
