import { resolve } from "node:path";
import type { Consent } from "../model/trust.ts";
import type { ApplyRequest } from "../request/apply-request.ts";
import type { OptionsOf, RunOptions } from "../request/options/read-options.ts";
import type { RunRequest } from "../request/request.ts";

/** Makes the request of a command that runs recipes. Paths are relative to `cwd`. */
export function runRequest(
  command: RunRequest["command"],
  options: RunOptions,
  { recipes, files }: RunWords,
  cwd: string,
): RunRequest {
  return {
    command,
    root: resolve(cwd, options.root ?? "."),
    recipes,
    policy: options.policy,
    inputs: options.input,
    inputsFile: options["inputs-file"],
    check: options.check,
    exitZero: options["exit-zero"],
    ...consentOf(options),
    maxActions: options["max-actions"],
    maxMatches: options["max-matches"],
    maxText: options["max-text"],
    requireClean: options["require-clean"],
    record: options.record,
    replay: options.replay,
    resume: options.resume,
    facts: options.facts,
    shownFacts: shownFacts(options),
    why: options.why || undefined,
    since: options.since,
    files: files || options.files.length > 0 ? [...options.files, ...(files ?? [])] : undefined,
    filesFrom: options["files-from"],
    paths: options.paths,
    exclude: options.exclude,
    staged: options.staged || undefined,
    changedLines: options["changed-lines"] || undefined,
    cache: options.cache,
    lockTimeout: options["lock-timeout"],
  };
}

/** The facts that the report groups by. */
function shownFacts({ "group-by": groupBy }: RunOptions): RunRequest["shownFacts"] {
  if (groupBy === "owner") return ["owners"];
  return groupBy === "package" ? ["packages"] : undefined;
}

/** The words of a command line that runs recipes. */
export interface RunWords {
  readonly recipes: readonly string[];
  /** The words behind `--`; undefined without a `--`. */
  readonly files?: readonly string[] | undefined;
}

/** Makes the request of `apply`. Paths are relative to `cwd`. */
export function applyRequest(options: OptionsOf<"apply">, plan: string, cwd: string): ApplyRequest {
  return {
    root: resolve(cwd, options.root ?? "."),
    plan,
    verify: options.verify,
    since: options.since,
    policy: options.policy,
    only: options.only.length > 0 ? options.only : undefined,
    reason: options.reason,
    recipes: options.recipe,
    inputs: options.input,
    inputsFile: options["inputs-file"],
    maxPlanBytes: options["max-plan-size"],
    maxMatches: options["max-matches"],
    maxText: options["max-text"],
    check: options.check,
    exitZero: options["exit-zero"],
    ...consentOf(options),
    cache: options.cache,
    lockTimeout: options["lock-timeout"],
  };
}

type ConsentOptions = Pick<
  RunOptions,
  "trust" | "base" | "allow-code" | "allow-env" | "allow-host" | "packages"
>;

function consentOf(options: ConsentOptions): Consent {
  return {
    trust: options.trust,
    base: options.base,
    allowCode: options["allow-code"],
    allowEnv: options["allow-env"],
    allowHosts: options["allow-host"],
    packages: options.packages,
  };
}
