import { prettyPruning, prettyRun, prettyRuns } from "../../report/pretty-runs.ts";
import { parseAge } from "../../shared/option-value.ts";
import type { CliWorld } from "../cli-world.ts";
import { LOCK_OPTIONS } from "../options.ts";
import { pastWorld } from "../past-world.ts";
import { UsageError, valueOfOption } from "../usage-error.ts";
import {
  type Command,
  flagOption,
  lockTimeout,
  PRODUCT_FORMAT_OPTION,
  productFormat,
  type RawArguments,
  rootOption,
  textOption,
} from "./command.ts";

const PRUNE_OPTIONS = {
  prune: { type: "boolean", describe: "Remove past runs: needs --older-than, --keep or both" },
  "older-than": {
    type: "string",
    requiresArg: true,
    describe: "With --prune: runs that are older than this, such as 12h, 30d, 8w",
  },
  keep: {
    type: "string",
    requiresArg: true,
    describe: "With --prune: runs beyond so many of the newest; with --older-than both must hold",
  },
  held: { type: "boolean", describe: "With --prune: also runs in which something is held" },
  "dry-run": { type: "boolean", describe: "With --prune: only tell what would be removed" },
} as const;

/** `sluice runs`: past runs, what is held, and what they take. */
export const runsCommand: Command = {
  usage: "runs [run]",
  summary: "Show past runs, or one with its actions; remove old ones",
  options: { ...PRUNE_OPTIONS, ...LOCK_OPTIONS, ...PRODUCT_FORMAT_OPTION },
  examples: [
    ["sluice runs", "Past runs, the newest first"],
    ["sluice runs --prune --older-than 30d", "Remove what is older; it can then not be undone"],
  ],
  async run(raw, surroundings) {
    const format = productFormat(raw);
    const isPruning = flagOption(raw, "prune");
    if (isPruning) return prune(raw, format, surroundings);
    const [stray] = Object.keys(PRUNE_OPTIONS).filter((name) => raw[name] !== undefined);
    if (stray !== undefined) throw new UsageError(`--${stray} goes with --prune.`);
    const { listRuns } = await import("../../run/list-runs.ts");
    const { StateFolderError } = await import("../../apply/state/run-folder.ts");
    const { stdout, stderr } = surroundings;
    const root = rootOption(raw, surroundings.cwd);
    const { findRootFault } = await import("../../run/tree/find-root-fault.ts");
    const fault = await findRootFault(root);
    if (fault) throw new UsageError(fault.message);
    const runs = await listRuns(root, surroundings).catch((error: unknown) => {
      if (!(error instanceof StateFolderError)) throw error;
      stderr.write(`sluice: ${error.message}.\n`);
      return undefined;
    });
    if (runs === undefined) return 1;
    const name = textOption(raw, "run");
    if (name === undefined) {
      const summaries = runs.map(({ summary }) => summary).reverse();
      const product = { formatVersion: "1.0", runs: summaries };
      stdout.write(format === "json" ? json(product) : prettyRuns(summaries));
      return 0;
    }
    const { matchRun } = await import("../../run/past/find-run.ts");
    const match = matchRun(
      name,
      runs.map(({ folder }) => folder),
    );
    if (match.kind === "none") throw new UsageError(match.message, match.hint);
    const listed = runs.find(({ folder }) => folder === match.folder);
    if (listed === undefined) throw new Error("A run was found that was not looked for.");
    const { showRun } = await import("../../run/show-run.ts");
    const details = showRun(listed);
    stdout.write(format === "json" ? json(details) : prettyRun(details));
    return 0;
  },
};

async function prune(
  raw: RawArguments,
  format: "pretty" | "json",
  surroundings: CliWorld,
): Promise<number> {
  if (textOption(raw, "run") !== undefined)
    throw new UsageError("--prune takes no run.", "It removes runs by --older-than and --keep.");
  const age = textOption(raw, "older-than");
  const keep = textOption(raw, "keep");
  if (age === undefined && keep === undefined)
    throw new UsageError("--prune needs --older-than, --keep or both.", "For example: --keep 20");
  if (keep !== undefined && !/^\d{1,9}$/.test(keep))
    throw new UsageError(`--keep: \`${keep}\` is no number of runs.`);
  const { pruneRuns } = await import("../../run/prune-runs.ts");
  const pruning = await pruneRuns(
    {
      root: rootOption(raw, surroundings.cwd),
      ...(age === undefined ? {} : { olderThan: valueOfOption("older-than", parseAge(age)) }),
      ...(keep === undefined ? {} : { keep: Number(keep) }),
      withHeld: flagOption(raw, "held"),
      isDryRun: flagOption(raw, "dry-run"),
      lockTimeout: lockTimeout(raw),
    },
    pastWorld(raw, surroundings),
  );
  surroundings.stdout.write(format === "json" ? json(pruning) : prettyPruning(pruning));
  return pruning.exitCode;
}

function json(product: object): string {
  return `${JSON.stringify(product, null, 2)}\n`;
}
