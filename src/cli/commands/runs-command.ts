import { resolve } from "node:path";
import type { OptionsOf } from "../../command/read-options.ts";
import { outputFolders } from "../../files/tree-link.ts";
import { exitOf } from "../../model/exit-code.ts";
import { prettyPruning, prettyRun, prettyRuns } from "../../report/pretty-runs.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { ListedRun } from "../../run/list-runs.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { runnerText } from "../../shared/runner-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { pastWorld } from "../past-world.ts";
import { usageError } from "../usage-error.ts";
import { productCommand, wordOf } from "./command.ts";

type RunsOptions = OptionsOf<"runs">;

/** `sluice runs`: past runs, what is held, and what they take. */
export const runsCommand = productCommand({
  name: "runs",
  words: "[run]",
  summary: "Show past runs, or one with its actions; remove old ones",
  examples: [
    ["sluice runs", "Past runs, the newest first"],
    ["sluice runs --prune --older-than 30d", "Remove older runs; they cannot be undone then"],
  ],
  async run(options, words, world) {
    const name = wordOf(words, "run");
    if (options.prune) return prune(options, name, world);
    refuseStray(options, name);
    const runs = await findRuns(options, world);
    if (runs === undefined) return exitOf({ failed: true }).exitCode;
    if (options.export !== undefined) return exportTo(options.export, name, options, world);
    const product =
      name === undefined ? summaryOf(runs, options) : await detailsOf(name, runs, options);
    world.stdout.write(product);
    return 0;
  },
});

/** The options that only mean something with `--prune`. */
const PRUNE_OPTIONS = ["older-than", "keep", "held", "dry-run"] as const;

function refuseStray(options: RunsOptions, name: string | undefined): void {
  const ofRun = options.diff ? "--diff" : options.export === undefined ? undefined : "--export";
  if (ofRun !== undefined && name === undefined)
    throw usageError(`${ofRun} needs a run.`, `For example: sluice runs last ${ofRun}`);
  const stray = PRUNE_OPTIONS.find((name) => (options[name] ?? false) !== false);
  if (stray !== undefined) throw usageError(`--${stray} needs --prune.`);
}

/** Returns the runs of the root; undefined, with a message, if they cannot be listed. */
async function findRuns(
  { root: folder = "." }: RunsOptions,
  world: CliWorld,
): Promise<readonly ListedRun[] | undefined> {
  const root = resolve(world.cwd, folder);
  const { listRuns } = await import("../../run/list-runs.ts");
  const { StateFolderError } = await import("../../apply/state/run-folder.ts");
  const { findRootFault } = await import("../../run/tree/find-root-fault.ts");
  const fault = await findRootFault(root);
  if (fault) throw usageError(fault.message);
  try {
    return await listRuns(root, world);
  } catch (error) {
    if (!(error instanceof StateFolderError)) throw error;
    world.stderr.write(`sluice: ${error.message}.\n`);
    return undefined;
  }
}

function summaryOf(runs: readonly ListedRun[], { format }: RunsOptions): string {
  const summaries = runs.map(({ summary }) => summary).reverse();
  const product = { formatVersion: "1.0", runs: summaries };
  return format === "json" ? json(product) : prettyRuns(summaries);
}

async function detailsOf(
  name: string,
  runs: readonly ListedRun[],
  { format, diff }: RunsOptions,
): Promise<string> {
  const { matchHeldRun, matchLastRun } = await import("../../run/past/find-run.ts");
  const own = runs.filter(({ summary }) => !diff || summary.state !== "brought");
  const folders = own.map(({ folder }) => folder);
  const match = diff ? matchHeldRun(name, folders, () => false) : matchLastRun(name, folders);
  if (match.kind === "none") throw usageError(match.message, match.hint);
  const listed = runs.find(({ folder }) => folder === match.folder);
  if (listed === undefined) throw new Error("A run was found that is not in the list.");
  const { showRun } = await import("../../run/show-run.ts");
  const details = showRun(listed, { withDiffs: diff, runs });
  return format === "json" ? json(details) : prettyRun(details);
}

/** Writes what a run holds to a plan file. */
async function exportTo(
  path: string,
  name: string | undefined,
  options: RunsOptions,
  world: CliWorld,
): Promise<number> {
  const { exportHeld } = await import("../../run/export-held.ts");
  const { planOutputFault } = await import("../../plan/plan-output.ts");
  const { writeOutputFiles } = await import("../../apply/disk/write-output-file.ts");
  const root = resolve(world.cwd, options.root ?? ".");
  const folders = outputFolders(world.cwd, root, world.env);
  const fault = await planOutputFault(folders, path, []);
  if (fault !== undefined) throw usageError(`--export: ${path} ${fault}.`);
  const exported = await exportHeld({ root, run: name ?? "" }, pastWorld(options, world));
  const { text, held, run, problems, hint } = exported;
  if (text === undefined) throw usageError(problems.join(" "), hint);
  const printable = { path, text: runnerText(text, world.env) };
  const [unwritten] = await writeOutputFiles(folders, [printable]);
  if (unwritten !== undefined) {
    world.stderr.write(`sluice: ${path} cannot be written: ${unwritten.reason}\n`);
    return exitOf({ failed: true }).exitCode;
  }
  const advice = `To apply one: sluice apply ${path} --only ID`;
  world.stdout.write(
    options.format === "json"
      ? json({ formatVersion: "1.0", run, held, path })
      : `${terminalLine(`Exported ${countOf(held, "held action")} of the run ${run} to ${path}. ${advice}`)}\n`,
  );
  return exported.exitCode;
}

async function prune(
  options: RunsOptions,
  name: string | undefined,
  world: CliWorld,
): Promise<number> {
  const { format, keep, held, root = ".", "older-than": olderThan } = options;
  if (name !== undefined)
    throw usageError("--prune takes no run.", "It removes runs by --older-than and --keep.");
  if (olderThan === undefined && keep === undefined)
    throw usageError("--prune needs --older-than, --keep or both.", "For example: --keep 20");
  const { pruneRuns } = await import("../../run/prune-runs.ts");
  const request = {
    root: resolve(world.cwd, root),
    withHeld: held,
    isDryRun: options["dry-run"],
    lockTimeout: options["lock-timeout"],
    ...definedOnly({ olderThan, keep }),
  };
  const pruning = await pruneRuns(request, pastWorld(options, world));
  world.stdout.write(format === "json" ? json(pruning) : prettyPruning(pruning));
  return pruning.exitCode;
}

function json(product: object): string {
  return `${jsonText(product, 2)}\n`;
}
