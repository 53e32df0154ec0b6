import { isAbsolute } from "node:path";
import { z } from "zod";
import { rootFrom } from "../../command/reported-folder.ts";
import { ToolError } from "../../model/tool-error.ts";
import { heldAdvice } from "../../report/held-advice.ts";
import type { KeptPlan } from "../kept-plans.ts";
import { pastRuns, refuseCutOff } from "../past-runs.ts";
import type { McpSession } from "../session.ts";
import { mcpTool } from "../tool.ts";
import { verdictsOf, verdictsSchema } from "../verdicts.ts";

/** `apply_plan`: writes what the policy applies of a plan of the session, or nothing. It ends no hold (V5). */
export const applyPlanTool = mcpTool({
  name: "apply_plan",
  title: "Apply a plan",
  description:
    "Writes what the policy applies of a plan of this session, or nothing if a file has changed " +
    "since. What is held stays held: a person ends it.",
  input: z.strictObject({ plan: z.string().min(1).describe("The digest of a plan") }),
  output: verdictsSchema,
  isWriter: true,
  async call({ plan: digest }, session, call) {
    const plan = session.planOf(digest);
    await refuseCutOff(session);
    await refuseWaiting(digest, session);
    const { text: planText, objects } = plan;
    const report = await session.useCases.apply(
      {
        ...session.planFields,
        ...{ plan: "the plan", planText, objects },
        policy: policyFor(plan, session),
      },
      session.worldOf(call),
    );
    const { id } = report.run;
    const resolve = heldAdvice(report, rootFrom(session.world.cwd, session.root));
    const isHeld = resolve.length > 0;
    if (isHeld) session.waiting.set(digest, { run: id, resolve });
    const isKept = report.totals.applied > 0 || isHeld;
    if (isKept) session.ownRuns.add(id);
    return verdictsOf(report, {
      ...(isKept && { run: id }),
      ...(isHeld && { resolve: [...resolve] }),
    });
  },
});

/** Throws a `ToolError` if a run of the same plan waits for a person already: it would wait twice. */
async function refuseWaiting(digest: string, session: McpSession): Promise<void> {
  const waiting = session.waiting.get(digest);
  if (waiting === undefined) return;
  const { run, resolve } = waiting;
  const runs = await pastRuns(session);
  if (!runs.some(({ summary: { id, held } }) => id === run && held > 0)) return;
  const message = `Nothing was written: run ${run} of this plan waits for a person already.`;
  throw new ToolError([message, ...resolve].join("\n"));
}

/**
 * Returns the policy to name beside a plan: one that no plan may choose by itself, because it lies outside of the root
 * or because not all of the tree is trusted. It then decides again.
 */
function policyFor({ report }: KeptPlan, { options }: McpSession): string | undefined {
  const { policy, trust } = report;
  const isOutside = isAbsolute(policy?.source ?? "") || (policy?.source ?? "").startsWith("..");
  return isOutside || trust?.mode !== "all" ? options.policy : undefined;
}
