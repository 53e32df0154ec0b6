import { type FleetJob, type JobResult, jobResultSchema } from "../../model/fleet/fleet-job.ts";
import { parsePlan } from "../../plan-file/parse-plan.ts";
import { sha256 } from "../../shared/sha256.ts";
import { shown } from "../../shared/shown.ts";

/**
 * Checks the result of a job that another machine did: it is a stranger's. Returns it, or why it is refused, in words
 * that follow a colon.
 */
export function checkResult(
  job: FleetJob,
  raw: unknown,
): { readonly result: JobResult } | { readonly fault: string } {
  const parsed = jobResultSchema.safeParse(raw);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join(".") ?? "";
    return { fault: `it has no valid form${at === "" ? "" : ` at \`${shown(at)}\``}` };
  }
  const result = parsed.data;
  if (result.fleet !== job.fleet || result.repository !== job.repository)
    return { fault: "it is of another job" };
  const fault = result.state === "planned" ? planFault(result) : unplannedFault(result);
  return fault === undefined ? { result } : { fault };
}

/** A result without actions has no plan. */
function unplannedFault({ state, plan, planText, reason }: JobResult): string | undefined {
  if (plan !== undefined || planText !== undefined) return `it is \`${state}\`, and has a plan`;
  if (state === "previewed") return undefined;
  return reason === undefined ? `it is \`${state}\`, and has no reason` : undefined;
}

function planFault({ plan, planText, commit, summary }: JobResult): string | undefined {
  if (plan === undefined || planText === undefined) return "it is `planned`, and has no plan";
  if (Buffer.byteLength(planText) !== plan.bytes) return "its plan is of another size";
  if (sha256(planText) !== plan.digest) return "its plan has another digest";
  const parsed = parsePlan(planText, "the plan");
  if ("diagnostics" in parsed)
    return shown(parsed.diagnostics[0]?.message ?? "its plan is damaged");
  const { base, actions } = parsed.plan;
  if (base.commit !== commit) return "its plan is of another commit";
  return actions.length === summary?.actions ? undefined : "its counts are not those of its plan";
}
