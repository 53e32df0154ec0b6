import type { Diagnostic } from "../model/diagnostic.ts";
import { exitOf } from "../model/exit-code.ts";
import type { Report } from "../model/report/report.ts";
import { totalsOf } from "../model/report/totals.ts";
import { commandIn, REPORTING } from "../request/options/option-spec.ts";
import { jsonText } from "../shared/json/json-text.ts";
import { addonFault } from "../shared/process/addon-fault.ts";
import type { CliWorld } from "./cli-world.ts";
import { UnreadWords } from "./create-parser.ts";
import { UsageError, usageError } from "./usage-error.ts";
import * as yargsProblems from "./yargs-problem.ts";

/**
 * Tells about a command line that is invalid, or an installation that is not whole, and returns the exit code: in words
 * on standard error, and with `--format json` also as one object on standard output. Of a command whose outcome is a
 * report, the object is one. Throws any other error again.
 */
export function showUsageError(
  error: unknown,
  argv: readonly string[],
  { stdout, stderr, now, newRunId }: CliWorld,
): number {
  const { problems } = usageErrorIn(error);
  const exit = exitOf({ invalid: true });
  for (const { message, hint = "" } of problems)
    stderr.write(`sluice: ${message}\n${hint === "" ? "" : `hint: ${hint}\n`}`);
  if (!wantsJson(argv)) return exit.exitCode;
  const diagnostics = problems.map(({ message, hint = "" }): Diagnostic => {
    const advice = hint === "" ? {} : { hint };
    return { code: "invalid-option", severity: "error", message, ...advice };
  });
  const found = REPORTING.find((name) => name === commandIn(argv));
  const command = found === undefined ? undefined : REPORTED_AS[found];
  const startedAt = new Date(now()).toISOString();
  const product =
    command === undefined
      ? { formatVersion: "1.0", ...exit, diagnostics }
      : emptyReport({ id: newRunId(), command, startedAt, durationMs: 0 }, exit, diagnostics);
  stdout.write(`${jsonText(product, 2)}\n`);
  return exit.exitCode;
}

/** The commands that reports know: some write that of another one. */
const REPORTED_AS = {
  run: "run",
  preview: "preview",
  plan: "plan",
  propose: "run",
  merge: "plan",
  apply: "apply",
  verify: "verify",
  publish: "publish",
  decide: "decide",
} as const;

function usageErrorIn(error: unknown): UsageError {
  if (error instanceof UsageError) return error;
  if (error instanceof UnreadWords) return error.tell(yargsProblems);
  const addon = addonFault(error);
  if (addon === undefined) throw error;
  return usageError(addon.message, addon.hint);
}

/** True if the words ask for JSON. The command line is invalid: the rest of it is not read. */
function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const words = end === -1 ? argv : argv.slice(0, end);
  return words.some(
    (word, index) =>
      word === "--format=json" || (word === "json" && words[index - 1] === "--format"),
  );
}

function emptyReport(
  run: Report["run"],
  { outcome, exitCode }: Pick<Report, "outcome" | "exitCode">,
  diagnostics: Report["diagnostics"],
): Report {
  return {
    formatVersion: "1.0",
    run,
    outcome,
    exitCode,
    totals: totalsOf([], [], new Set()),
    actions: [],
    calls: [],
    files: [],
    steps: [],
    skipped: [],
    transcripts: [],
    alerts: [],
    diagnostics,
    trust: null,
    policy: null,
    sources: [],
  };
}
