import { z } from "zod";
import { HELD_STATES } from "../forge/held-state.ts";

/** A decision of a person about held actions, as `sluice decide` has read it. */
export const decisionSchema = z.strictObject({
  verdict: z.enum(["apply", "discard"]),
  state: z
    .enum([...HELD_STATES, "failed"])
    .describe("pending: more people must want it; refused: by somebody who may not"),
  actions: z.array(z.string()).describe("The ids of the held actions that it is about"),
  by: z.string().describe("The login of who decided"),
  at: z.string().describe("The time of the comment or edit, ISO 8601"),
  reason: z.string(),
  rule: z.string().optional().describe("The rule that held the actions, if it is one"),
  why: z.string().describe("The reason of the state"),
  commit: z.string().optional().describe("The commit that has the actions"),
  isPlanned: z.literal(true).optional().describe("With --dry-run: nothing was written"),
  isKnown: z.literal(true).optional().describe("It had its answer already"),
});
