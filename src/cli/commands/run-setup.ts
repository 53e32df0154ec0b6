import { outputPathFault } from "../../apply/disk/check-output-path.ts";
import { type FileReport, parseFileReports, parseFormat } from "../../report/file-reports.ts";
import { DEFAULT_POLICY_FILE } from "../../run/request/default-policy-file.ts";
import type { RunRequest, RunWorld } from "../../run/request/request.ts";
import { startGitListing } from "../../run/tree/git-listing.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { parseCount, parseDuration, parseInputPairs } from "../../shared/option-value.ts";
import type { CliWorld } from "../cli-world.ts";
import { parseColor } from "../color.ts";
import { type Outputs, openOutputs } from "../outputs.ts";
import { UsageError, valueOfOption } from "../usage-error.ts";
import {
  flagOption,
  listOption,
  lockTimeout,
  type RawArguments,
  rootOption,
  textOption,
} from "./command.ts";

/** What the commands say that run recipes. */
export function recipeRequest(raw: RawArguments, cwd: string): Omit<RunRequest, "command"> {
  const maxActions = textOption(raw, "max-actions");
  return {
    root: rootOption(raw, cwd),
    recipes: listOption(raw, "recipe"),
    inputs: valueOfOption("input", parseInputPairs(listOption(raw, "input"))),
    check: flagOption(raw, "check"),
    exitZero: flagOption(raw, "exit-zero"),
    cache: flagOption(raw, "cache"),
    allowCustomTools: flagOption(raw, "allow-custom-tools"),
    requireClean: flagOption(raw, "require-clean"),
    lockTimeout: lockTimeout(raw),
    ...definedOnly({
      policy: textOption(raw, "policy"),
      inputsFile: textOption(raw, "inputs-file"),
      record: textOption(raw, "record"),
      replay: textOption(raw, "replay"),
      resume: textOption(raw, "resume"),
      maxActions:
        maxActions === undefined ? undefined : valueOfOption("max-actions", parseCount(maxActions)),
    }),
  };
}

/** The files that such a command is given, as they were named: no report takes the place of one. */
export function filesGiven({
  recipes,
  policy = DEFAULT_POLICY_FILE,
  inputsFile,
  replay,
}: Pick<RunRequest, "recipes" | "policy" | "inputsFile" | "replay">): readonly string[] {
  return [...recipes, policy, ...[inputsFile, replay].filter((file) => file !== undefined)];
}

/** What is there once the options that every such command has are understood. */
interface OpenedRun {
  readonly outputs: Outputs;
  readonly surroundings: RunWorld;
}

/**
 * Opens the outputs of a command whose outcome is a report, and the world that it runs in. Throws a `UsageError`
 * before anything was done: afterwards it would be too late.
 */
export async function openRun(
  raw: RawArguments,
  surroundings: CliWorld,
  { root, given }: { readonly root: string; readonly given: readonly string[] },
): Promise<OpenedRun> {
  const { cwd, env } = surroundings;
  const timeout = textOption(raw, "timeout");
  const reports = valueOfOption("report", parseFileReports(listOption(raw, "report")));
  await refuseBadPaths(cwd, reports, given);
  const outputs = await openOutputs(
    {
      format: valueOfOption("format", parseFormat(textOption(raw, "format") ?? "pretty")),
      reports,
      color: parseColor(raw.color),
      quiet: flagOption(raw, "quiet"),
      verbose: flagOption(raw, "verbose"),
    },
    surroundings,
  );
  const timedOut =
    timeout === undefined
      ? new AbortController().signal
      : surroundings.after(valueOfOption("timeout", parseDuration(timeout)));
  return {
    outputs,
    surroundings: {
      ...surroundings,
      timedOut,
      listing: startGitListing(root, env),
      emit: outputs.emit,
    },
  };
}

async function refuseBadPaths(
  cwd: string,
  reports: readonly FileReport[],
  given: readonly string[],
): Promise<void> {
  for (const { path, format } of reports) {
    const fault = await outputPathFault(cwd, path, format, given);
    if (fault !== undefined) throw new UsageError(`--report: ${path} ${fault}.`);
  }
}
