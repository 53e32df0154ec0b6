import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { CliWorld } from "../../src/cli/cli-world.ts";
import type { Pruning } from "../../src/model/past/pruning.ts";
import type { RunDetails, RunSummary } from "../../src/model/past/run-summary.ts";
import { killedRun } from "../support/killed-run.ts";
import { cli } from "../support/run-cli.ts";
import {
  git,
  snapshot,
  tempFolder,
  tempRepository,
  tempTree,
  writeTree,
} from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const DAY = 24 * 3_600_000;
const START = Date.UTC(2026, 0, 1);
const RECIPE = recipeOf([["old($A)", "fresh($A)"]], "per: file");

/** The command line on a day, which the id of a run tells too. */
function onDay(day: number): Partial<CliWorld> {
  const now = START + day * DAY;
  return { now: () => now, newRunId: () => `2026010${day + 1}-ab` };
}

/** A tree with a run on each of the first four days: two that wrote, one that held, an undo of the second. */
async function makeBusy(): Promise<string> {
  const root = tempTree({ "a.ts": "old(1);\n", "recipe.yaml": RECIPE });
  const run = (policy: string, day: number) =>
    cli(root, ["run", "recipe.yaml", "--policy", policy, "--no-cache"], onDay(day));
  await run("apply-all", 0);
  writeTree(root, { "b.ts": "old(2);\n" });
  await run("apply-all", 1);
  writeTree(root, { "c.ts": "old(3);\n" });
  await run("hold-all", 2);
  await cli(root, ["undo"], onDay(3));
  return root;
}

let template: string | undefined;
afterAll(() => {
  if (template !== undefined) rmSync(template, { recursive: true, force: true });
});

/** A copy of that repository, which takes four runs to make. */
async function busy(): Promise<string> {
  if (template === undefined) {
    const made = await makeBusy();
    template = mkdtempSync(join(tmpdir(), "sluice-busy-"));
    cpSync(made, template, { recursive: true, preserveTimestamps: true });
  }
  const root = tempFolder();
  cpSync(template, root, { recursive: true, preserveTimestamps: true });
  return root;
}

async function list(root: string): Promise<readonly RunSummary[]> {
  const { stdout, exitCode } = await cli(root, ["runs", "--format", "json"]);
  expect(exitCode).toBe(0);
  return (JSON.parse(stdout) as { readonly runs: readonly RunSummary[] }).runs;
}

const names = (root: string) => readdirSync(join(root, ".sluice/runs"));

describe("sluice runs", () => {
  it("lists none, and makes no .sluice, where nothing has run", async () => {
    const root = tempTree({});
    expect((await cli(root, ["runs"])).stdout).toBe("No runs.\n");
    expect((await cli(root, ["runs", "--prune", "--keep", "0"])).exitCode).toBe(0);
    expect(existsSync(join(root, ".sluice"))).toBe(false);
  });

  it("lists runs, the newest first, with what they wrote, hold, undo and take", async () => {
    const root = await busy();
    const before = snapshot(root);
    expect(await list(root)).toEqual([
      {
        ...{ id: "20260104-ab", command: "undo", state: "ended", undoes: "20260102-ab" },
        ...{ startedAt: "2026-01-04T00:00:00.000Z", recipes: ["recipe"] },
        ...{ transactions: 1, files: 1, held: 0, bytes: expect.any(Number) },
      },
      expect.objectContaining({ id: "20260103-ab", transactions: 0, files: 0, held: 1 }),
      expect.objectContaining({ id: "20260102-ab", undoneBy: "20260104-ab", files: 1 }),
      expect.objectContaining({ id: "20260101-ab", command: "run", files: 1 }),
    ]);
    const { stdout } = await cli(root, ["runs"]);
    expect(stdout.replace(/[\d.]+ k?B|\d+ bytes/g, "SIZE").split("\n")).toEqual([
      "20260104-ab  2026-01-04T00:00:00.000Z  sluice undo recipe: ended, 1 file in 1 transaction, undoes 20260102-ab, SIZE",
      "20260103-ab  2026-01-03T00:00:00.000Z  sluice run recipe: ended, 0 files in 0 transactions, 1 held, SIZE",
      "20260102-ab  2026-01-02T00:00:00.000Z  sluice run recipe: ended, 1 file in 1 transaction, undone by 20260104-ab, SIZE",
      "20260101-ab  2026-01-01T00:00:00.000Z  sluice run recipe: ended, 1 file in 1 transaction, SIZE",
      "",
    ]);
    expect(snapshot(root)).toEqual(before);
  });

  it("no longer calls a run undone whose undo was undone", async () => {
    const root = await busy();
    await cli(root, ["undo"], onDay(4));
    const [redo, undo, , run] = await list(root);
    expect([redo?.undoes, undo?.undoneBy, run?.undoneBy]).toEqual([
      "20260104-ab",
      "20260105-ab",
      undefined,
    ]);
  });

  it("shows a run with its actions, by the beginning of its id, also where that is a number", async () => {
    const root = await busy();
    const { stdout } = await cli(root, ["runs", "20260103"]);
    expect(stdout).toContain(
      "  AST Edit: 1 replacement in 1 file (from ast_edit): held — The policy hold-all leaves every change to a person. [rule default]\n    c.ts\n",
    );
    const undo = await cli(root, ["runs", "20260104", "--format", "json"]);
    expect((JSON.parse(undo.stdout) as RunDetails).actions).toEqual([
      {
        ...{ id: "undo", label: "Undo of 20260102-ab: 1 file", state: "applied", files: ["b.ts"] },
        reason: "Takes back the run 20260102-ab.",
      },
    ]);
    expect((await cli(root, ["runs", "20260101"])).stdout).toContain(
      "\nTo take it back: sluice undo 20260101-ab\n",
    );
    expect(await cli(root, ["runs", "2026010"])).toMatchObject({ exitCode: 2, stdout: "" });
    expect((await cli(root, ["runs", "20260101-ac"])).stderr).toBe(
      "sluice: There is no run `20260101-ac`.\nhint: Did you mean `20260101-ab`?\n",
    );
  });

  it("tells a run that was killed from one that is under way, and believes none of the repository's", async () => {
    const root = tempRepository({ "a.ts": "old(1);\n", "recipe.yaml": RECIPE });
    const argv = ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"];
    expect(killedRun(root, argv, { point: "rename", path: "/a\\.ts$" })).toBe(true);
    expect(await list(root)).toMatchObject([{ state: "cut-off", command: "run", files: 0 }]);
    const { stdout } = await cli(root, ["runs", "2026"]);
    expect(stdout).toMatch(/: unfinished — [\s\S]*To put it in order: sluice recover\n$/);
    const lock = join(root, ".sluice/lock");
    const holder = JSON.parse(readFileSync(lock, "utf8")) as object;
    writeFileSync(lock, JSON.stringify({ ...holder, host: "elsewhere" }));
    expect(await list(root)).toMatchObject([{ state: "under-way" }]);
    git(root, "add", "-f", ".sluice/runs");
    expect(await list(root)).toMatchObject([{ state: "brought", command: "?" }]);
  });
});

describe("sluice runs --prune", () => {
  const prune = async (root: string, ...argv: string[]): Promise<Pruning> => {
    const { stdout } = await cli(root, ["runs", "--prune", ...argv, "--format", "json"], onDay(9));
    return JSON.parse(stdout) as Pruning;
  };

  it.each<[argv: string[], removed: string[]]>([
    [
      ["--older-than", "7d"],
      ["20260101-ab", "20260102-ab"],
    ],
    [
      ["--older-than", "1w"],
      ["20260101-ab", "20260102-ab"],
    ],
    [["--older-than", "30d"], []],
    [["--keep", "3"], ["20260101-ab"]],
    [
      ["--keep", "1"],
      ["20260101-ab", "20260102-ab"],
    ],
    [
      ["--keep", "1", "--held"],
      ["20260101-ab", "20260102-ab", "20260103-ab"],
    ],
    [["--keep", "3", "--older-than", "7d"], ["20260101-ab"]],
    [["--keep", "0", "--older-than", "205h"], ["20260101-ab"]],
    [["--keep", "9"], []],
  ])("with %j removes %j", async (argv, removed) => {
    const root = await busy();
    const before = names(root);
    const wouldRemove = await prune(root, ...argv, "--dry-run");
    expect([wouldRemove.removed, names(root)]).toEqual([removed, before]);
    const { removed: gone, bytes } = await prune(root, ...argv);
    expect([gone, bytes]).toEqual([removed, wouldRemove.bytes]);
    expect(names(root)).toEqual(before.filter((name) => !removed.includes(name)));
  });

  it("keeps a run in which something is held, and says so", async () => {
    const root = await busy();
    const { stdout } = await cli(root, ["runs", "--prune", "--keep", "0"]);
    expect(stdout).toContain("Removed 3 runs, ");
    expect(stdout).toContain(
      "  kept because an action in it is held (--held removes it): 20260103-ab\n",
    );
    expect(names(root)).toEqual(["20260103-ab"]);
  });

  it("leaves the other runs such that they can be undone", async () => {
    const root = await busy();
    await prune(root, "--keep", "1", "--held");
    expect((await cli(root, ["undo"], onDay(4))).exitCode).toBe(0);
  });

  it("leaves what is somebody else's, follows no link, and keeps a run that has not ended", async () => {
    const root = await busy();
    const runs = join(root, ".sluice/runs");
    const elsewhere = tempTree({ "journal.jsonl": "mine" });
    writeTree(root, { ".sluice/runs/20260101-ab/mine.txt": "" });
    symlinkSync(elsewhere, join(runs, "20260100-ab"));
    symlinkSync(join(elsewhere, "journal.jsonl"), join(runs, "20260102-ab/held.json"));
    mkdirSync(join(runs, "20260109-ab.open"));
    const { failures, removed } = await prune(root, "--keep", "0", "--held");
    expect(failures).toEqual([
      "20260101-ab: its folder has 1 file that Sluice did not write, and stays",
    ]);
    expect(removed).toHaveLength(3);
    expect(names(root).sort()).toEqual(["20260100-ab", "20260101-ab", "20260109-ab.open"]);
    expect(readdirSync(join(runs, "20260101-ab"))).toEqual(["mine.txt"]);
    expect(readFileSync(join(elsewhere, "journal.jsonl"), "utf8")).toBe("mine");
  });

  it("waits for a run that is under way", async () => {
    const root = await busy();
    const before = names(root);
    const holder = {
      token: "0".repeat(32),
      pid: 1,
      host: "elsewhere",
      machine: null,
      boot: null,
      pids: null,
      started: null,
    };
    const lock = JSON.stringify({ ...holder, command: "run", since: "2026-01-01T00:00:00.000Z" });
    writeFileSync(join(root, ".sluice/lock"), lock);
    const after = () => AbortSignal.abort();
    const { exitCode } = await cli(root, ["runs", "--prune", "--keep", "0"], { after });
    expect([exitCode, names(root)]).toEqual([5, before]);
  });

  it.each([
    [["--prune"], "--prune needs --older-than, --keep or both."],
    [["--prune", "--keep", "-1"], "--keep: invalid number `-1`."],
    [["--prune", "--older-than", "soon"], "--older-than: invalid age `soon`."],
    [["--prune", "x", "--keep", "1"], "--prune takes no run."],
    [["--prune", "--keep", "1", "--export", "h.json"], "--prune excludes --export."],
    [["--prune", "--keep", "1", "--diff"], "--prune excludes --diff."],
    [["last", "--diff", "--export", "h.json"], "--diff excludes --export."],
    [["--keep", "1"], "--keep needs --prune."],
    [["--dry-run"], "--dry-run needs --prune."],
  ])("refuses %j", async (argv, message) => {
    const { exitCode, stderr } = await cli(tempTree({}), ["runs", ...argv]);
    expect([exitCode, stderr.split("\n")[0]]).toEqual([2, `sluice: ${message}`]);
  });

  it("--export tells as JSON why there is nothing to export", async () => {
    const argv = ["runs", "last", "--export", "h.json", "--format", "json"];
    const { exitCode, stdout } = await cli(tempTree({}), argv);
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ exitCode, problems: ["No run is kept here."] });
  });

  it("takes the run that holds something for the last one, with and without --diff", async () => {
    const files = { "a.ts": "old(1);\n", "recipe.yaml": RECIPE };
    const root = tempTree(files);
    const run = (id: string, policy: string) =>
      cli(root, ["run", "recipe.yaml", "--policy", policy], { newRunId: () => id });
    await run("r1", "hold-all");
    await run("r2", "apply-all");
    for (const argv of [[], ["--diff"]])
      expect((await cli(root, ["runs", "last", ...argv])).stdout).toMatch(/^r1 /);
  });
});
