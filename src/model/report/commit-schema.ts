import { z } from "zod";

/** A commit that a run made, or would make. */
export const commitSchema = z.strictObject({
  sha: z.string().optional().describe("Absent in a preview or plan, which make no commits"),
  branch: z.string().nullable().describe("null if HEAD is detached, or not known"),
  group: z.string().describe("The unit that the commit is about: a recipe, a rule, an owner"),
  subject: z.string().describe("The first line of its message"),
  actions: z.array(z.string()).describe("The ids of its actions, in the order of application"),
  files: z.array(z.string()).describe("Relative to the root, sorted"),
});
