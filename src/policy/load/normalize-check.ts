import type { CheckMeasure, PolicyCheck } from "../../model/policy/checks.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { milliseconds } from "../../shared/schema/milliseconds.ts";
import type { WrittenCheck } from "./policy-schema.ts";

/** The time limit of a check that names none; milliseconds. */
const CHECK_TIMEOUT = 10 * 60 * 1000;

/** Resolves the defaults of a check that was read and checked. */
export function normalizeCheck(
  name: string,
  { run, shell = false, timeout, cwd = "", env = [], after = "action", ok, ...more }: WrittenCheck,
): PolicyCheck {
  return {
    name,
    run: typeof run === "string" ? [run] : run,
    shell,
    timeout: timeout === undefined ? CHECK_TIMEOUT : milliseconds(timeout),
    cwd: cwd === "" ? "" : tidyPath(cwd),
    env,
    after,
    ...definedOnly({ ok, measure: measureOf(more) }),
  };
}

function measureOf({
  count,
  sarif,
  removed = [],
}: Pick<WrittenCheck, "count" | "sarif" | "removed">): CheckMeasure | undefined {
  if (count !== undefined) return { kind: "lines", text: count };
  if (sarif === undefined) return undefined;
  return { kind: "findings", from: sarif === "-" ? sarif : tidyPath(sarif), removed };
}
