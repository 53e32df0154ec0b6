import { resolve } from "node:path";
import type { ApplyRequest } from "../run/request/apply-request.ts";
import type { RunRequest } from "../run/request/request.ts";
import type { OptionsOf, RunOptions } from "./read-options.ts";

/** Makes the request of a command that runs recipes. Paths are relative to `cwd`. */
export function runRequest(
  command: RunRequest["command"],
  options: RunOptions,
  recipes: readonly string[],
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
    allowCustomTools: options["allow-custom-tools"],
    maxActions: options["max-actions"],
    requireClean: options["require-clean"],
    record: options.record,
    replay: options.replay,
    resume: options.resume,
    cache: options.cache,
    lockTimeout: options["lock-timeout"],
  };
}

/** Makes the request of `apply`. Paths are relative to `cwd`. */
export function applyRequest(options: OptionsOf<"apply">, plan: string, cwd: string): ApplyRequest {
  return {
    root: resolve(cwd, options.root ?? "."),
    plan,
    verify: options.verify,
    policy: options.policy,
    recipes: options.recipe,
    maxPlanBytes: options["max-plan-size"],
    check: options.check,
    exitZero: options["exit-zero"],
    allowCustomTools: options["allow-custom-tools"],
    cache: options.cache,
    lockTimeout: options["lock-timeout"],
  };
}
