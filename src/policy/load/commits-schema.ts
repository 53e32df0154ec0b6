import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import {
  COMMIT_UNITS,
  type CommitAuthor,
  DEFAULT_MESSAGE,
  type PolicyCommits,
} from "../../model/policy/commits.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { line, text } from "../../shared/schema/schema-parts.ts";

/** Commits as written. */
export const commitsSchema = () =>
  z.strictObject({
    per: z.enum(COMMIT_UNITS).optional(),
    message: text.max(INPUT_LIMITS.commitTemplate).optional(),
    trailers: z.record(z.string(), text.max(INPUT_LIMITS.commitTemplate)).optional(),
    branch: text.max(INPUT_LIMITS.commitTemplate).optional(),
    author: line
      .max(INPUT_LIMITS.commitTemplate)
      .refine(
        (written) => parseAuthor(written) !== undefined,
        "must be a name and an address, such as `Sluice <sluice@example.com>`",
      )
      .optional(),
    sign: z.boolean().optional(),
  });

/** Puts in the defaults. */
export function normalizeCommits(
  written: z.infer<ReturnType<typeof commitsSchema>>,
): PolicyCommits {
  const { per = "run", message = DEFAULT_MESSAGE, trailers = {}, branch, sign } = written;
  const author = written.author === undefined ? undefined : parseAuthor(written.author);
  return { per, message, trailers, ...definedOnly({ branch, author, sign }) };
}

/** Git leaves out what is no letter or digit at the ends of a name, and makes no commit of nothing. */
function parseAuthor(written: string): CommitAuthor | undefined {
  const [, name, email] =
    /^([^<>]*[\p{L}\p{N}][^<>]*) <([^<>\s@]+@[^<>\s@]+)>$/u.exec(written) ?? [];
  return name === undefined || email === undefined || written.includes("${{")
    ? undefined
    : { name: name.trim(), email };
}
