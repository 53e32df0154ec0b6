import { z } from "zod";

/** The states of a kept pull request after a run. */
export const PULL_STATES = [
  "opened",
  "refreshed",
  "kept",
  "closed",
  "left",
  "declined",
  "postponed",
  "taken",
  "empty",
  "failed",
] as const;

/** A pull request that `sluice publish` keeps, or would keep. */
export const pullSchema = z.strictObject({
  group: z.string().describe("The unit that it is about: a recipe, a rule, an owner"),
  branch: z.string(),
  base: z.string(),
  state: z
    .enum(PULL_STATES)
    .describe(
      "left: a person has a hand in it; declined: a person closed it; postponed: a limit of the policy; taken: the " +
        "branch is not ours; empty: nothing is left of it",
    ),
  number: z.int().min(1).optional(),
  url: z.string().optional(),
  commit: z.string().optional().describe("The commit that its branch ends in"),
  isPlanned: z.literal(true).optional().describe("With --dry-run: nothing was written"),
  why: z.string().optional().describe("A clause about the state"),
  actions: z.array(z.string()).describe("The ids of its actions, in the order of application"),
});
