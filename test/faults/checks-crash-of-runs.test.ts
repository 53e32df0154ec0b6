import { join } from "node:path";
import { expect, it } from "vitest";
import { checkedPolicy, checkedTree } from "../support/checked-tree.ts";
import { endsKilled, KILLS_RUN, killedRun } from "../support/killed-run.ts";
import { cli } from "../support/run-cli.ts";
import { readText, snapshot, tempFolder } from "../support/temp-tree.ts";

const FILES = ["src/f0.ts", "src/f1.ts", "src/f2.ts"];

/** Kills a run whose check takes everything back when it is about to do something to the disk. */
async function killed(point: string, path: string, nth: number) {
  const root = checkedTree(checkedPolicy("false", { after: "rule" }), { count: 3 });
  const before = snapshot(root);
  const isKilled = killedRun(root, ["run", "recipe.yaml", "--no-cache", "--allow-code"], {
    point,
    path,
    nth,
  });
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
    const { exitCode, stdout } = await cli(root, ["recover"]);
    const texts = FILES.map((file) => readText(root, file));
    const isApplied = texts.every((text, index) => text === `fresh(${index});\n`);
    const isBack = texts.every((text, index) => text === `old(${index});\n`);
    expect(isApplied || isBack).toBe(true);
    expect(exitCode).toBe(isApplied ? 1 : 0); // What stands is not proved.
    expect(stdout.match(/not proved by `look`/g) ?? []).toHaveLength(isApplied ? 3 : 0);
    const shown = JSON.parse((await cli(root, ["runs", "--format", "json"])).stdout);
    expect(shown.runs).toHaveLength(1);
    expect((await cli(root, ["undo"])).exitCode).toBe(0);
    const after = snapshot(root);
    expect(FILES.map((file) => after[file])).toEqual(FILES.map((file) => before[file]));
  },
);

it.each(["action", "rule", "run"])(
  "a run that is killed in a check after %s leaves what its journal calls unproved",
  async (after) => {
    const policy = checkedPolicy(KILLS_RUN, { after, rule: "onCheckFailure: bisect" });
    const root = checkedTree(policy, { count: 12 });
    expect(endsKilled(root, ["run", "recipe.yaml", "--no-cache", "--allow-code"])).toBe(true);
    const { runs } = JSON.parse((await cli(root, ["recover", "--format", "json"])).stdout);
    const files = runs[0].unproved.flatMap((action: { files: string[] }) => action.files);
    expect(files).toHaveLength(after === "action" ? 1 : 12);
    for (const file of files) expect(readText(root, file)).toContain("fresh");
  },
);

it("a plan whose run is killed in its check is unproved as a whole", async () => {
  const root = checkedTree(checkedPolicy(KILLS_RUN), { count: 3 });
  const plan = join(tempFolder(), "plan.json");
  expect((await cli(root, ["plan", "recipe.yaml", "-o", plan])).exitCode).toBe(0);
  expect(endsKilled(root, ["apply", plan, "--allow-code"])).toBe(true);
  const { stdout } = await cli(root, ["recover"]);
  expect(stdout).toContain(
    "Plan: 3 files: not proved by `look` (src/f0.ts, src/f1.ts, src/f2.ts).",
  );
});
