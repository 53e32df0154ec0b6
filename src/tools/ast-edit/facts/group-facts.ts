import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import { countErrors } from "../../../edit/plan/search-text.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { Replacement } from "../../../model/edit.ts";
import { canBeComments, createCommentCheck } from "./comments-only.ts";
import { findCulprits } from "./find-culprits.ts";
import type { EditGroup, GroupFacts, PlannedFile } from "./planned-file.ts";
import { canBeWhitespace, createWhitespaceCheck } from "./whitespace-only.ts";

/** The limit of the text that is parsed to tell the groups of a file apart, in UTF-16 code units. */
const MAX_PARSED = 4_000_000;

/**
 * Finds the facts of all groups of a file. The cost grows with the file, not with the file times the groups: groups
 * that are fine together count as fine alone, and beyond {@link MAX_PARSED} an unknown fact counts as the worse one.
 */
export async function findGroupFacts(
  file: PlannedFile,
  groups: readonly EditGroup[],
): Promise<GroupFacts> {
  const { text, language } = file;
  const checks = Math.max(16, Math.floor(MAX_PARSED / Math.max(1, text.length)));
  const afterOf = (some: readonly EditGroup[]) => splice(text, some.flat());
  const candidates = groups.filter((group) => canBeComments(text, group));
  const areComments = createCommentCheck(text, language);
  const areInnocent = async (some: readonly EditGroup[]) => {
    await releaseTrees(text.length);
    return areComments(afterOf(some), some.flat());
  };
  const others = await findCulprits(candidates, areInnocent, checks);
  const blanks = groups.filter((group) => canBeWhitespace(text, group));
  const areWhitespace = createWhitespaceCheck(text, language);
  const moreThanBlanks = await findCulprits(
    blanks,
    async (some) => {
      await releaseTrees(text.length);
      return areWhitespace(afterOf(some));
    },
    checks,
  );
  return {
    unsettled: findUnsettled(file, groups),
    erroneous: await findErroneous(file, groups, checks, afterOf),
    commentsOnly: new Set(candidates.filter((group) => !others.has(group))),
    whitespaceOnly: new Set(blanks.filter((group) => !moreThanBlanks.has(group))),
  };
}

function findUnsettled(
  { plan, left }: PlannedFile,
  groups: readonly EditGroup[],
): ReadonlySet<EditGroup> {
  if (left.length === 0) return new Set();
  const spans = spansAfter(plan.replacements);
  const touched = new Set<number>();
  let at = 0;
  for (const more of left) {
    while ((spans[at]?.end ?? Infinity) < more.start) at += 1;
    let hasOwner = false;
    for (let index = at; (spans[index]?.start ?? Infinity) <= more.end; index += 1) {
      touched.add(index);
      hasOwner = true;
    }
    // An edit that is left and belongs to no place may be the work of any group.
    if (!hasOwner) return new Set(groups);
  }
  const places = new Set([...touched].map((index) => placeOf(plan.replacements[index])));
  return new Set(groups.filter((group) => group.some((edit) => places.has(placeOf(edit)))));
}

function placeOf(edit: Replacement | undefined): string {
  return edit === undefined ? "" : `${edit.start} ${edit.end}`;
}

/** Searches for the groups that add errors only if all edits together add some. */
async function findErroneous(
  { plan, language, ops }: PlannedFile,
  groups: readonly EditGroup[],
  checks: number,
  afterOf: (some: readonly EditGroup[]) => string,
): Promise<ReadonlySet<EditGroup>> {
  if (plan.parseErrorsAfter <= plan.parseErrorsBefore) return new Set();
  const areInnocent = async (some: readonly EditGroup[]) => {
    const after = afterOf(some);
    await releaseTrees(after.length);
    if (after === plan.text) return false;
    return countErrors(after, language, ops) <= plan.parseErrorsBefore;
  };
  return findCulprits(groups, areInnocent, checks);
}
