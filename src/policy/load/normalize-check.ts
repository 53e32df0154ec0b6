import type { PolicyCheck } from "../../model/policy/checks.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import type { WrittenCheck } from "./policy-schema.ts";

/** The time limit of a check that names none; milliseconds. */
const CHECK_TIMEOUT = 10 * 60 * 1000;

/** Resolves the defaults of a check that was read and checked. */
export function normalizeCheck(
  name: string,
  { run, shell = false, timeout, cwd = "", env = [], after = "action" }: WrittenCheck,
): PolicyCheck {
  return {
    name,
    run: typeof run === "string" ? [run] : run,
    shell,
    timeout: timeout === undefined ? CHECK_TIMEOUT : milliseconds(timeout),
    cwd: cwd === "" ? "" : tidyPath(cwd),
    env,
    after,
  };
}
