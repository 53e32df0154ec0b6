import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Pruning } from "../../src/model/past/pruning.ts";
import { asNobody } from "../support/as-nobody.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { commitAll, readText, tempRepository, tempTree, writeTree } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";

const RECIPE = recipeOf([["old($A)", "fresh($A)"]], "per: file");

const tree = () => tempRepository({ "a.ts": "old(1);\n", "recipe.yaml": RECIPE });

const run = (policy: string) => ["run", "recipe.yaml", "--policy", policy, "--no-cache"];

const runsOf = (root: string) => readdirSync(join(root, ".sluice/runs"));

/** Each command about past runs. */
const COMMANDS = [
  ["runs"],
  ["runs", "--prune", "--keep", "0"],
  ["undo"],
  ["undo", "--dry-run"],
  ["recover"],
  ["resolve", "x", "y", "discard", "--reason", "No."],
];

describe("a root that is no folder", () => {
  it.each(COMMANDS.map((argv) => [argv]))("is refused by %j", async (argv) => {
    const root = tempTree({ file: "" });
    for (const name of ["nope", "file"]) {
      const { exitCode, stdout, stderr } = await cli(root, [...argv, "--root", name]);
      expect(exitCode).toBe(2);
      expect(stdout + stderr).toContain(`The root ${join(root, name)} is not a folder.`);
    }
  });
});

describe("where nobody may look into .sluice", () => {
  it.each([["apply", "p.json"], ...COMMANDS].map((argv) => [argv]))("%j says so", async (argv) => {
    const root = tree();
    await cli(root, ["plan", "recipe.yaml", "-o", "p.json", "--policy", "apply-all", "--no-cache"]);
    await cli(root, run("hold-all"));
    await asNobody(root, async () => {
      for (const closed of [".sluice", ".sluice/runs"]) {
        chmodSync(join(root, closed), 0);
        const { exitCode, stdout, stderr } = await cli(root, argv);
        chmodSync(join(root, closed), 0o755);
        expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining("EACCES")]);
      }
    });
  });
});

describe("where git cannot say what the repository brings", () => {
  type Damage = (root: string) => { readonly env?: { readonly PATH: string } };
  const breakGit: readonly (readonly [what: string, Damage])[] = [
    [
      "has a damaged index",
      (root) => {
        writeFileSync(join(root, ".git/index"), "junk");
        return {};
      },
    ],
    ["is not there", () => ({ env: { PATH: "/nonexistent" } })],
  ];

  it.each(breakGit)("and %s, nothing is undone, resolved or removed", async (_what, damage) => {
    const root = tree();
    await cli(root, run("apply-all"), { newRunId: () => "20260101-wrote" });
    writeTree(root, { "b.ts": "old(2);\n" });
    await cli(root, run("hold-all"), { newRunId: () => "20260102-held" });
    commitAll(root); // The repository brings both.
    const more = damage(root);
    for (const argv of [
      ["undo"],
      ["undo", "--dry-run"],
      ["resolve", "20260102", "x", "discard", "--reason", "No."],
      ["runs", "--prune", "--keep", "0", "--held"],
    ]) {
      const { exitCode, stdout, stderr } = await cli(root, argv, more);
      expect(stdout + stderr).toContain("git cannot tell if the repository brings");
      expect(exitCode).toBe(1);
    }
    expect(readText(root, "a.ts")).toBe("fresh(1);\n");
    expect(runsOf(root)).toEqual(["20260101-wrote", "20260102-held"]);
  });

  it.each(breakGit)("and %s, nothing is recovered", async (_what, damage) => {
    const root = tree();
    await cli(root, run("apply-all"));
    const runs = join(root, ".sluice/runs");
    const journal = join(runs, "test-run/journal.jsonl");
    const [first, begun] = readFileSync(journal, "utf8").split("\n");
    writeFileSync(journal, `${first}\n${begun}\n`); // As a run leaves it that was killed in its action.
    renameSync(join(runs, "test-run"), join(runs, "test-run.open"));
    const left = runsOf(root);
    const more = damage(root);
    for (const argv of [["recover"], run("apply-all")]) {
      const { exitCode, stdout, stderr } = await cli(root, argv, more);
      expect(exitCode).toBe(1);
      expect(stdout + stderr).toContain("git cannot tell if the repository brings");
    }
    expect(runsOf(root)).toEqual(left);
  });

  it("undoes where there is no repository at all", async () => {
    const root = tempTree({ "a.ts": "old(1);\n", "recipe.yaml": RECIPE });
    await cli(root, run("apply-all"));
    const { exitCode } = await cli(root, ["undo"], { env: { PATH: "/nonexistent" } });
    expect([exitCode, readText(root, "a.ts")]).toEqual([0, "old(1);\n"]);
  });
});

describe("what is held", () => {
  it.each<[string, (text: string) => string]>([
    ["is cut", (text) => text.slice(0, 100)],
    ["has a key of another version", (text) => text.replace("{", '{ "later": 1,')],
  ])("is kept by --prune, also where the report %s", async (_what, damage) => {
    const root = tree();
    await cli(root, run("hold-all"));
    const report = join(root, ".sluice/runs/test-run/report.json");
    writeFileSync(report, damage(readFileSync(report, "utf8")));
    const { stdout } = await cli(root, ["runs", "--prune", "--keep", "0", "--format", "json"]);
    expect(JSON.parse(stdout) as Pruning).toMatchObject({ removed: [], keptForHeld: ["test-run"] });
    expect((await cli(root, ["runs"])).stdout).toContain(", 1 held, ");
    writeFileSync(join(root, ".sluice/runs/test-run/held.json"), "cut");
    expect((await cli(root, ["runs"])).stdout).toContain(", 1 held, ");
  });

  it("no longer keeps a run once all of it was ended", async () => {
    const root = tree();
    const { report } = await cliReport(root, run("hold-all"));
    const id = report.actions[0]?.id ?? "";
    await cli(root, ["resolve", "test-run", id, "discard", "--reason", "No."]);
    await cli(root, ["runs", "--prune", "--keep", "0"]);
    expect(runsOf(root)).toEqual([]);
  });
});

it("ends --prune behind the run in hand where it is interrupted", async () => {
  const root = tree();
  for (const id of ["20260101-a", "20260102-a", "20260103-a"]) {
    writeTree(root, { "a.ts": `old(${id.slice(7, 8)});\n` });
    await cli(root, run("apply-all"), { newRunId: () => id });
  }
  const controller = new AbortController();
  let isOver = false;
  const watchFirst = () => {
    if (!existsSync(join(root, ".sluice/runs/20260101-a"))) controller.abort(143);
    else if (!isOver) setImmediate(watchFirst); // A timer of a millisecond may see all three gone.
  };
  const interrupted = controller.signal;
  const argv = ["runs", "--prune", "--keep", "0", "--format", "json"];
  const late = await cli(root, argv, { interrupted: AbortSignal.abort(143) });
  expect([late.exitCode, runsOf(root)]).toEqual([143, expect.any(Array)]);
  watchFirst();
  const { exitCode, stdout } = await cli(root, argv, { interrupted });
  isOver = true;
  const { removed } = JSON.parse(stdout) as Pruning;
  expect([exitCode, removed[0]]).toEqual([143, "20260101-a"]);
  expect(removed.length + runsOf(root).length).toBe(3);
});
