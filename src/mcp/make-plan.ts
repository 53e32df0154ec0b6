import type { z } from "zod";
import type { RunRequest } from "../request/request.ts";
import type { Answer } from "./answer.ts";
import { refuseCutOff } from "./past-runs.ts";
import type { Call, McpSession } from "./session.ts";
import { verdictsOf, type verdictsSchema } from "./verdicts.ts";

/** The part of a request that a client gives. */
export type Proposed = Pick<RunRequest, "recipes"> &
  Partial<Pick<RunRequest, "objects" | "inputs" | "proposal">>;

/** What becomes of the plan of a proposal. */
export interface PlanUse {
  /** The page of verdicts to answer with. The plan is then not kept. */
  readonly judge?: { readonly cursor: string | undefined };
}

/** Previews what a client proposes, has the policy decide, and keeps the plan in the session. Writes nothing. */
export async function makePlan(
  proposed: Proposed,
  session: McpSession,
  call: Call,
  { judge }: PlanUse = {},
): Promise<Answer<z.infer<typeof verdictsSchema>>> {
  await refuseCutOff(session);
  const request = { ...session.runFields, ...proposed };
  const { report, plan, why } = await session.useCases.plan(request, session.worldOf(call));
  if (judge !== undefined) return verdictsOf(report, judge);
  if (plan === undefined) return verdictsOf(report, { noPlan: [...why] });
  const { digest } = plan;
  const text = [...plan.pieces()].join("");
  const isKept = session.plans.keep({ digest, text, report, objects: proposed.objects });
  return verdictsOf(report, isKept ? { plan: digest } : { noPlan: [TOO_LARGE] });
}

const TOO_LARGE = "It is too large to be kept by a session: name fewer files.";
