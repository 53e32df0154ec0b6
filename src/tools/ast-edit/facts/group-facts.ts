import type { CompiledOp } from "../../../edit/compile/compiled-op.ts";
import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { PassesPlan } from "../../../edit/plan/plan-passes.ts";
import { findIssues } from "../../../edit/plan/search-text.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { FilePlan, Replacement } from "../../../model/edit.ts";
import { canBeComments, createCommentCheck } from "./comments-only.ts";
import { findCulprits } from "./find-culprits.ts";

/** A plan of one file that edits it, and what it was made from. */
export interface PlannedFile {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** sha256 of the bytes that `text` was read from, hex. */
  readonly hash: string;
  readonly plan: Extract<FilePlan, { kind: "edited" }>;
  readonly left: PassesPlan["left"];
  readonly ops: readonly CompiledOp[];
}

/** Some of a plan's replacements, which become one change. Sorted. */
export type EditGroup = readonly Replacement[];

/** What is true of some of the groups of a file. */
export interface GroupFacts {
  /** The same ops would change something where these edits stand, or in their wake. */
  readonly unsettled: ReadonlySet<EditGroup>;
  /** The text has more syntax errors with them than without. */
  readonly erroneous: ReadonlySet<EditGroup>;
  /** They change comments, and leave all code as it was. */
  readonly commentsOnly: ReadonlySet<EditGroup>;
}

/** How much text is parsed at most to tell the groups of a file apart, in UTF-16 code units. */
const MAX_PARSED = 4_000_000;

/**
 * Finds the facts of all groups of a file at a cost that grows with the file, not with the file times
 * the groups: all of them are asked about together first. Groups that keep comments or syntax in order
 * together are taken to do so alone too; beyond {@link MAX_PARSED} what is not known counts as the worse.
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
  return {
    unsettled: findUnsettled(file, groups),
    erroneous: await findErroneous(file, groups, checks, afterOf),
    commentsOnly: new Set(candidates.filter((group) => !others.has(group))),
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
    // What is left and belongs to no edit's place is the work of any of them.
    if (!hasOwner) return new Set(groups);
  }
  const places = new Set([...touched].map((index) => placeOf(plan.replacements[index])));
  return new Set(groups.filter((group) => group.some((edit) => places.has(placeOf(edit)))));
}

function placeOf(edit: Replacement | undefined): string {
  return edit === undefined ? "" : `${edit.start} ${edit.end}`;
}

/** Only where all edits together add errors is it worth asking which of them do. */
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
    return findIssues(after, language, ops).errorNodes <= plan.parseErrorsBefore;
  };
  return findCulprits(groups, areInnocent, checks);
}
