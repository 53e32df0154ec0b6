import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { PolicyApprovals } from "../../model/policy/approvals.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { once } from "../../shared/once.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { ageInSeconds } from "../../shared/schema/milliseconds.ts";
import { age, text } from "../../shared/schema/schema-parts.ts";
import { isTeam, peopleSchema } from "./people-schema.ts";

/** The longest time for which an approval may count; seconds. */
const LONGEST = 366 * 24 * 3600;

const expires = () =>
  age.refine((value) => ageInSeconds(value) <= LONGEST, {
    error: "must be at most `366d`",
    when: ({ issues }) => issues.length === 0,
  });

/** The people who may approve, as written. */
export const approvalsSchema = once(() =>
  z
    .strictObject({
      by: byForm(
        { text: z.enum(["owners", "write"]), list: peopleSchema() },
        "`owners`, `write`, or a list of people and teams",
      ),
      count: z.int().min(1).max(INPUT_LIMITS.people).optional(),
      notAuthor: z.boolean().optional(),
      expires: expires().optional(),
    })
    .superRefine(({ by, count = 1 }, context) => {
      const most = mostOf(by);
      if (most === undefined || count <= most) return;
      const message = `must be at most ${most}, the number of people in \`by\``;
      context.addIssue({ code: "custom", path: ["count"], message });
    }),
);

/** Returns the number of people who could approve; undefined if nobody can tell. */
function mostOf(by: unknown): number | undefined {
  const names = z.array(text).safeParse(by).data;
  if (names === undefined || names.some(isTeam)) return undefined;
  return new Set(names.map((name) => name.toLowerCase())).size;
}

/** Puts in the defaults. */
export function normalizeApprovals(
  written: z.infer<ReturnType<typeof approvalsSchema>>,
): PolicyApprovals {
  const { by, count = 1, notAuthor = true, expires } = written;
  const until = expires === undefined ? undefined : Math.round(ageInSeconds(expires) * 1000);
  return { by, count, notAuthor, ...definedOnly({ expires: until }) };
}
