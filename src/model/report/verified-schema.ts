import { z } from "zod";

/** A path at which the tree is not as the base and accepted actions make it. */
const leftoverSchema = z.strictObject({
  path: z.string(),
  kind: z
    .enum([
      "changed",
      "new",
      "deleted",
      "mode",
      "binary",
      "link",
      "submodule",
      "repository",
      "staged",
      "other",
    ])
    .describe("What differs; `repository`: a folder that git does not look into"),
  verdict: z
    .enum(["apply", "discard", "hold"])
    .optional()
    .describe("Of the policy; absent if it cannot be judged, which is refused"),
  ruleId: z.string().optional(),
  reason: z.string().describe("The reason of the policy, or why it cannot be judged"),
  at: z.string().optional().describe("The place of the rule in the policy: `path:line`"),
  action: z.string().optional().describe("The id of the action in this report that was judged"),
  isReverted: z.literal(true).optional().describe("It was taken back"),
});

/** A work tree compared with its base. */
export const verifiedSchema = z.strictObject({
  base: z.string().describe("The id of the commit"),
  accepted: z.int().min(0).describe("Differences from the base that accepted actions make"),
  left: z.array(leftoverSchema).describe("All others; those that configure Sluice or git first"),
});
