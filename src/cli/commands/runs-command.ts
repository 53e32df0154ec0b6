import { basename, resolve } from "node:path";
import picocolors from "picocolors";
import { rootFrom } from "../../command/reported-folder.ts";
import { exitOf } from "../../model/exit-code.ts";
import type { ListedRun } from "../../past/list-runs.ts";
import { prettyPruning, prettyRun, prettyRuns } from "../../report/past/pretty-runs.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { OptionsOf } from "../../request/options/read-options.ts";
import { fieldsOf } from "../../request/options/request-fields.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { pastWorld } from "../past-world.ts";
import { showText } from "../show-paged.ts";
import { usageError } from "../usage-error.ts";
import { wantsColor } from "../wants-color.ts";
import { productCommand, wordOf } from "./command.ts";
import { exportRun } from "./export-run.ts";

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
    refuseStray(options, name);
    if (options.prune) return prune(options, world);
    if (name !== undefined && options.export !== undefined)
      return exportRun({ run: name, path: options.export }, options, world);
    const runs = await findRuns(options, world);
    if (runs === undefined) return exitOf({ failed: true }).exitCode;
    const above = runs.length === 0 ? await adviceOnRuns(options, world) : undefined;
    const product =
      name === undefined
        ? summaryOf(runs, options, world)
        : await detailsOf(name, runs, options, { advice: above, world });
    if (options.format === "json") world.stdout.write(product);
    else await showText(product, options.pager, world);
    if (above !== undefined) world.stderr.write(`hint: ${terminalLine(above)}\n`);
    return 0;
  },
});

/** The options that only mean something with `--prune`. */
const PRUNE_OPTIONS = ["older-than", "keep", "held", "dry-run"] as const;

/** Options that exclude each other. */
const EXCLUDED = [
  ["prune", "diff"],
  ["prune", "export"],
  ["diff", "export"],
] as const;

/** Refuses options that would be ignored, before anything is read. */
function refuseStray(options: RunsOptions, name: string | undefined): void {
  const isGiven = (option: keyof RunsOptions) => (options[option] ?? false) !== false;
  const pair = EXCLUDED.find((options) => options.every(isGiven));
  if (pair !== undefined)
    throw usageError(`--${pair[0]} excludes --${pair[1]}.`, "Leave one of them out.");
  if (options.prune && name !== undefined)
    throw usageError("--prune takes no run.", "It removes runs by --older-than and --keep.");
  const stray = PRUNE_OPTIONS.find(isGiven);
  if (!options.prune && stray !== undefined) throw usageError(`--${stray} needs --prune.`);
  const ofRun = (["diff", "export"] as const).find(isGiven);
  if (ofRun !== undefined && name === undefined)
    throw usageError(`--${ofRun} needs a run.`, `For example: sluice runs last --${ofRun}`);
}

/** Returns the runs of the root; undefined, with a message, if they cannot be listed. */
async function findRuns(
  { root: folder = "." }: RunsOptions,
  world: CliWorld,
): Promise<readonly ListedRun[] | undefined> {
  const root = resolve(world.cwd, folder);
  const { listRuns } = await import("../../past/list-runs.ts");
  const { StateFolderError } = await import("../../apply/state/run-folder.ts");
  const { findRootFault } = await import("../../tree/find-root-fault.ts");
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

/** Returns advice for a folder without runs. */
async function adviceOnRuns(
  { root = "." }: RunsOptions,
  { cwd }: CliWorld,
): Promise<string | undefined> {
  const { adviceOnRunsAbove } = await import("../../past/record/runs-above.ts");
  return adviceOnRunsAbove(resolve(cwd, root));
}

function summaryOf(
  runs: readonly ListedRun[],
  { format }: RunsOptions,
  { stdout }: CliWorld,
): string {
  const summaries = runs.map(({ summary }) => summary).reverse();
  const product = { formatVersion: "1.0", runs: summaries };
  return format === "json"
    ? json(product)
    : prettyRuns(summaries, stdout.isTerminal ? stdout.columns : undefined);
}

async function detailsOf(
  name: string,
  runs: readonly ListedRun[],
  { format, color, diff, root = "." }: RunsOptions,
  { advice, world }: { readonly advice: string | undefined; readonly world: CliWorld },
): Promise<string> {
  const { matchHeldRun } = await import("../../past/record/find-run.ts");
  const brought = runs.filter(({ summary }) => summary.state === "brought");
  const names = new Set(brought.map(({ folder }) => `runs/${basename(folder.path)}`));
  const folders = runs.map(({ folder }) => folder);
  const match = matchHeldRun(name, folders, (path) => names.has(path));
  if (match.kind === "none") throw usageError(match.message, advice ?? match.hint);
  const listed = runs.find(({ folder }) => folder === match.folder);
  if (listed === undefined) throw new Error("A run was found that is not in the list.");
  const { showRun } = await import("../../past/show-run.ts");
  const details = showRun(listed, { withDiffs: diff, runs });
  if (format === "json") return json(details);
  const { cwd, stdout } = world;
  const colors = picocolors.createColors(wantsColor(color, world, stdout));
  const advisedRoot = rootFrom(cwd, resolve(cwd, root));
  return prettyRun(details, { advisedRoot, isPlain: stdout.isPlain }, colors);
}

async function prune(options: RunsOptions, world: CliWorld): Promise<number> {
  const { format, root = "." } = options;
  if (options["older-than"] === undefined && options.keep === undefined)
    throw usageError("--prune needs --older-than, --keep or both.", "For example: --keep 20");
  const { pruneRuns } = await import("../../past/prune-runs.ts");
  const request = { ...fieldsOf("runs", options), root: resolve(world.cwd, root) };
  const pruning = await pruneRuns(request, pastWorld(options, world));
  world.stdout.write(format === "json" ? json(pruning) : prettyPruning(pruning));
  return pruning.exitCode;
}

function json(product: object): string {
  return `${jsonText(product, 2)}\n`;
}
