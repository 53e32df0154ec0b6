import { z } from "zod";
import { count, sha256Hex } from "./action-schema.ts";

/** A file that actions touch: the steps that they belong to, and the sum of what is written. */
export const touchedFileSchema = z.strictObject({
  path: z.string(),
  steps: z.array(z.strictObject({ recipe: z.string(), step: z.string() })),
  actions: z.array(z.string()).describe("The ids of all actions that touch it, in order"),
  net: z
    .strictObject({
      additions: count,
      deletions: count,
      preHash: sha256Hex.nullable(),
      postHash: sha256Hex
        .nullable()
        .optional()
        .describe("Absent if it is not known: a held action was applied later"),
      diff: z
        .string()
        .optional()
        .describe(
          "Absent if one action makes the change, whose diff it is; and if the diffs cannot be added up",
        ),
    })
    .optional()
    .describe(
      "What all steps write, or would write, without a policy of pending actions; absent if that is nothing",
    ),
});
