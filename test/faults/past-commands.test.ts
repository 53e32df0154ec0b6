import { cpSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { mapBounded } from "../../src/shared/process/map-bounded.ts";
import { cli, cliReport } from "../support/run-cli.ts";
import { commitAll, readText, tempFolder, tempRepository } from "../support/temp-tree.ts";
import { recipeOf } from "../support/yaml.ts";
import { begunBy } from "./check-whole.ts";
import { runChild } from "./child-run.ts";
import { drop } from "./fault-tree.ts";
import { Tally } from "./figures.ts";
import { listFolders, listState, readFiles } from "./read-files.ts";
import { recoverTree } from "./recover-tree.ts";

/** A command about past runs that is killed, and the promises that it breaks. */
interface Killed {
  readonly kind: string;
  /** The tree before the command. */
  readonly original: string;
  readonly argv: readonly string[];
  /** Finds the promises that are broken in a tree in which the command was killed. */
  readonly find: (root: string) => Promise<readonly string[]>;
}

/** Kills a command at every change of the disk. */
async function killEverywhere({ kind, original, argv, find }: Killed): Promise<Tally> {
  const folder = tempFolder();
  const copy = (name: string) => {
    const root = join(folder, name);
    cpSync(original, root, { recursive: true });
    return root;
  };
  const count = Number((await runChild(copy("count"), argv, { FAULT_COUNT: "1" })).notice);
  const tally = new Tally(kind);
  const points = Array.from({ length: count }, (_, index) => index + 1);
  await mapBounded(points, 2, async (at) => {
    const root = copy(`${at}`);
    const { signal } = await runChild(root, argv, { FAULT_AT: `${at}` });
    const broken = signal === "SIGKILL" ? await find(root) : ["it was not killed"];
    tally.add(`point ${at}`, broken);
    drop(root);
  });
  return tally;
}

/** Finds the files of Sluice that no ended run has. */
function findLeftOver(root: string): readonly string[] {
  const own =
    /^(\.gitignore|runs\/[\w-]+\/(journal\.jsonl|images|(report|held|held-texts|resolved)\.json))$/;
  return listState(root)
    .filter((name) => !own.test(name))
    .map((name) => `.sluice/${name} is left over`);
}

async function heldOf(root: string): Promise<number | undefined> {
  const { stdout } = await cli(root, ["runs", "--format", "json"]);
  const { runs } = JSON.parse(stdout) as { readonly runs: readonly { id: string; held: number }[] };
  return runs.find(({ id }) => id === "test-run")?.held;
}

describe("a command about past runs", () => {
  it("that is resolve, killed at any change of the disk, applies the action once", async (context) => {
    const original = tempRepository({
      "a.ts": "old(1);\n",
      "b.ts": "old(2);\n",
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]], "per: file"),
    });
    const run = ["run", "recipe.yaml", "--policy", "hold-all", "--no-cache"];
    const [action] = (await cliReport(original, run)).report.actions;
    const argv = ["resolve", "test-run", action?.id ?? "", "apply", "--reason", "Looked at it."];
    const find = async (root: string) => {
      const broken: string[] = [];
      const isNoted = begunBy(root).length > 0 && readText(root, "a.ts") === "fresh(1);\n";
      await recoverTree(root);
      const isWritten = readText(root, "a.ts") === "fresh(1);\n";
      if (isNoted && !isWritten) broken.push("what was written is gone");
      if ((await heldOf(root)) !== (isWritten ? 1 : 2)) broken.push("runs counts it otherwise");
      const second = await cli(root, argv, { newRunId: () => "second" });
      if (second.exitCode !== (isWritten ? 2 : 0)) broken.push(`resolve ends ${second.exitCode}`);
      if (isWritten && !second.stderr.includes("was applied already by the run"))
        broken.push(`resolve tells: ${second.stderr}`);
      if (readText(root, "a.ts") !== "fresh(1);\n") broken.push("a.ts is not written");
      if ((await heldOf(root)) !== 1) broken.push("it is still held");
      return [...broken, ...findLeftOver(root)];
    };
    const kind = "resolve killed at every change of the disk";
    (await killEverywhere({ kind, original, argv, find })).end(context);
  });

  it("that is undo, killed at any change of the disk, leaves the tree before or after", async (context) => {
    const original = tempRepository({
      "a.ts": "old(1);\n",
      "recipe.yaml": `version: 1
steps:
  - ast_edit: { ops: [{ pat: "old($A)", out: "fresh($A)" }] }
  - { id: deep, tool: write_file, with: { path: made/deep/x.ts, content: "x();\\n" } }
  - { id: flat, tool: write_file, with: { path: made/y.ts, content: "y();\\n" } }
`,
    });
    commitAll(original);
    const treeOf = (root: string) => JSON.stringify([[...readFiles(root)], listFolders(root)]);
    const before = treeOf(original);
    await cli(original, ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"]);
    const after = treeOf(original);
    const find = async (root: string) => {
      await recoverTree(root);
      const tree = treeOf(root);
      const broken = tree === before || tree === after ? [] : [`the tree is torn: ${tree}`];
      return [...broken, ...findLeftOver(root)];
    };
    const kind = "undo killed at every change of the disk";
    (await killEverywhere({ kind, original, argv: ["undo"], find })).end(context);
  });

  it("that prunes, killed at any change of the disk, is completed by the next one", async (context) => {
    const original = tempRepository({
      "a.ts": "old(1);\n",
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
    });
    await cli(original, ["run", "recipe.yaml", "--policy", "apply-all", "--no-cache"]);
    await cli(original, ["undo"], { newRunId: () => "undo-run" });
    const argv = ["runs", "--prune", "--keep", "0"];
    const find = async (root: string) => {
      const { exitCode, stderr } = await cli(root, argv);
      const broken = exitCode === 0 ? [] : [`the next one ends ${exitCode}: ${stderr}`];
      const left = listFolders(join(root, ".sluice"));
      const more = left.filter((name) => name !== "runs").map((name) => `${name}/ is left over`);
      const state = listState(root).filter((name) => name !== ".gitignore");
      return [...broken, ...more, ...state.map((name) => `.sluice/${name} is left over`)];
    };
    (
      await killEverywhere({
        kind: "prune killed at every change of the disk",
        original,
        argv,
        find,
      })
    ).end(context);
  });
});
