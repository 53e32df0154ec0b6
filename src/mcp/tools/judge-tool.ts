import { z } from "zod";
import { ToolError } from "../../model/tool-error.ts";
import { makePlan } from "../make-plan.ts";
import { cursorSchema } from "../page.ts";
import { mcpTool } from "../tool.ts";
import { verdictsOf, verdictsSchema } from "../verdicts.ts";
import { patchKeys, patchProposal } from "./propose-patch-tool.ts";

/** `judge`: the verdicts on a patch, or on a plan of the session, page by page. */
export const judgeTool = mcpTool({
  name: "judge",
  title: "Judge a patch",
  description:
    "Says what the policy would do with a patch, and by which rule, without a plan; or shows the " +
    "verdicts of a plan of this session, page by page.",
  input: z.strictObject({
    ...patchKeys,
    patch: patchKeys.patch.optional(),
    plan: z.string().optional().describe("In the place of `patch`: the digest of a plan"),
    cursor: cursorSchema,
  }),
  output: verdictsSchema,
  async call({ patch, plan: digest, cursor, ...rest }, session, call) {
    if ((patch === undefined) === (digest === undefined))
      throw new ToolError("`judge` needs either `patch` or `plan`.");
    if (digest !== undefined)
      return verdictsOf(session.planOf(digest).report, { plan: digest, cursor });
    const proposed = patchProposal({ patch: patch ?? "", ...rest });
    return makePlan(proposed, session, call, { judge: { cursor } });
  },
});
