import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { COMMIT_UNITS, DEFAULT_MESSAGE, type PolicyCommits } from "../../model/policy/commits.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { text } from "../../shared/schema/schema-parts.ts";

/** Commits as written. */
export const commitsSchema = () =>
  z.strictObject({
    per: z.enum(COMMIT_UNITS).optional(),
    message: text.max(INPUT_LIMITS.commitTemplate).optional(),
    trailers: z.record(z.string(), text.max(INPUT_LIMITS.commitTemplate)).optional(),
    branch: text.max(INPUT_LIMITS.commitTemplate).optional(),
  });

/** Puts in the defaults. */
export function normalizeCommits(
  written: z.infer<ReturnType<typeof commitsSchema>>,
): PolicyCommits {
  const { per = "run", message = DEFAULT_MESSAGE, trailers = {}, branch } = written;
  return { per, message, trailers, ...definedOnly({ branch }) };
}
