import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { COMMIT_UNITS } from "../../model/policy/commits.ts";
import {
  AUTO_MERGES,
  DEFAULT_BRANCH,
  DEFAULT_BRANCHES,
  DEFAULT_TITLE,
  DRAFTS,
  type PolicyPublish,
} from "../../model/policy/publish.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { byForm } from "../../shared/schema/by-form.ts";
import { line, text } from "../../shared/schema/schema-parts.ts";
import { peopleSchema } from "./people-schema.ts";

const most = () => z.int().min(1).max(INPUT_LIMITS.pulls).optional();

/** Pull requests as written. */
export const publishSchema = () =>
  z.strictObject({
    per: z.enum(COMMIT_UNITS).optional(),
    branch: text.max(INPUT_LIMITS.commitTemplate).optional(),
    title: line.max(INPUT_LIMITS.commitTemplate).optional(),
    body: text.max(INPUT_LIMITS.pullBody).optional(),
    base: text.max(INPUT_LIMITS.labelLength).optional(),
    draft: z.enum(DRAFTS).optional(),
    labels: z.array(line.max(INPUT_LIMITS.labelLength)).max(INPUT_LIMITS.labels).optional(),
    reviewers: byForm(
      { text: z.literal("owners"), list: peopleSchema() },
      "`owners`, or a list of people and teams",
    ).optional(),
    maxOpen: most(),
    perHour: most(),
    closeEmpty: z.boolean().optional(),
    autoMerge: z.enum(AUTO_MERGES).optional(),
  });

export type WrittenPublish = z.infer<ReturnType<typeof publishSchema>>;

/** Puts in the defaults. */
export function normalizePublish(written: WrittenPublish): PolicyPublish {
  const { per = "run", body, base, maxOpen, perHour, closeEmpty = true } = written;
  return {
    per,
    branch: branchOf(written),
    title: written.title ?? DEFAULT_TITLE,
    draft: written.draft ?? "never",
    labels: [...new Set(written.labels)],
    reviewers: written.reviewers ?? [],
    closeEmpty,
    autoMerge: written.autoMerge ?? "never",
    ...definedOnly({ body, base, maxOpen, perHour }),
  };
}

/** Returns the template of branches, or that of the unit. */
export function branchOf({ per = "run", branch }: WrittenPublish): string {
  return branch ?? DEFAULT_BRANCHES[per] ?? DEFAULT_BRANCH;
}
