import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import { countErrors } from "../../../edit/passes/count-errors.ts";
import { meaning } from "../../../edit/passes/ready-meaning.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { CodeLoss } from "../../../model/action/code-loss.ts";
import type { Replacement } from "../../../model/edit.ts";
import { type EditGroup, editsOf, type GroupFacts, type PlannedFile } from "./planned-file.ts";

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
  const { text, asked, left } = file;
  const checks = Math.max(16, Math.floor(MAX_PARSED / Math.max(1, text.length)));
  const checking = {
    file,
    groups,
    checks,
    afterOf: (some: readonly EditGroup[]) => splice(text, editsOf(some)),
  };
  return {
    unsettled:
      asked.includes("idempotent") && left ? findUnsettled(file.plan, left, groups) : undefined,
    erroneous: asked.includes("newSyntaxErrors") ? await findErroneous(checking) : undefined,
    importsLeftOut: asked.includes("importsLeftOut") ? await findLeftOut(file) : undefined,
    commentsOnly: asked.includes("commentsOnly") ? await findCommentsOnly(checking) : undefined,
    whitespaceOnly: asked.includes("whitespaceOnly")
      ? await findWhitespaceOnly(checking)
      : undefined,
    exportsChanged: asked.includes("exportsChanged")
      ? await findExportsChanged(checking)
      : undefined,
  };
}

/** The groups of a file, and the checks that it is worth. */
interface Checking {
  readonly file: PlannedFile;
  readonly groups: readonly EditGroup[];
  readonly checks: number;
  /** Returns the text with the edits of some groups. */
  readonly afterOf: (some: readonly EditGroup[]) => string;
}

async function findLeftOut(file: PlannedFile): Promise<readonly CodeLoss[] | undefined> {
  if (!file.ops.some(({ imports }) => imports)) return [];
  const { findImportsLeftOut } = await import("./imports-left-out.ts");
  await releaseTrees(file.plan.text.length);
  return findImportsLeftOut(file);
}

async function findCommentsOnly(checking: Checking): Promise<ReadonlySet<EditGroup>> {
  const { text, language } = checking.file;
  const { canBeComments, createCommentCheck } = await import("./comments-only.ts");
  const areComments = createCommentCheck(text, language);
  const candidates = checking.groups.filter((group) => canBeComments(text, group));
  return findSuch(candidates, areComments, checking);
}

async function findWhitespaceOnly(checking: Checking): Promise<ReadonlySet<EditGroup>> {
  const { text, language } = checking.file;
  const { canBeWhitespace, createWhitespaceCheck } = await import("./whitespace-only.ts");
  const areWhitespace = createWhitespaceCheck(text, language);
  const candidates = checking.groups.filter((group) => canBeWhitespace(text, group));
  return findSuch(candidates, areWhitespace, checking);
}

/** Returns the candidates that pass a check of the text after them. */
async function findSuch(
  candidates: readonly EditGroup[],
  areSuch: (after: string, edits: EditGroup) => boolean,
  { file: { text }, checks, afterOf }: Checking,
): Promise<ReadonlySet<EditGroup>> {
  const areInnocent = async (some: readonly EditGroup[]) => {
    await releaseTrees(text.length);
    return areSuch(afterOf(some), editsOf(some));
  };
  const others = await findCulprits(candidates, areInnocent, checks);
  return new Set(candidates.filter((group) => !others.has(group)));
}

/** Groups that change no name together count as changing none alone. */
async function findExportsChanged({
  file,
  groups,
  checks,
  afterOf,
}: Checking): Promise<ReadonlyMap<EditGroup, readonly string[]>> {
  const { createExportsCheck } = await import("./exports-changed.ts");
  const namesChanged = createExportsCheck(file);
  const found = new Map<EditGroup, readonly string[]>();
  if (namesChanged === undefined) return found;
  const areInnocent = async (some: readonly EditGroup[]) => {
    await releaseTrees(file.text.length);
    const names = namesChanged(afterOf(some));
    const [only] = some;
    if (some.length === 1 && only && names) found.set(only, names);
    return names?.length === 0;
  };
  const culprits = await findCulprits(groups, areInnocent, checks);
  for (const group of groups) if (!culprits.has(group)) found.set(group, []);
  return found;
}

function findUnsettled(
  plan: PlannedFile["plan"],
  left: readonly Replacement[],
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

/** Searches for the groups that add errors only if all edits together add some. Undefined if that is unknown. */
async function findErroneous({
  file: { plan, path, text, language, ops, tokenLists },
  groups,
  checks,
  afterOf,
}: Checking): Promise<ReadonlySet<EditGroup> | undefined> {
  const { parseErrorsBefore = 0, parseErrorsAfter } = plan;
  if (parseErrorsAfter === undefined) return undefined;
  if (parseErrorsAfter <= parseErrorsBefore) return new Set();
  const areInnocent = async (some: readonly EditGroup[]) => {
    const after = afterOf(some);
    await releaseTrees(after.length);
    if (after === plan.text) return false;
    return (
      countErrors(after, { language, ops, tokenLists }) <= parseErrorsBefore &&
      meaning().countNewScriptErrors(text, after, { path, language, ops, isShallow: true }) === 0
    );
  };
  return findCulprits(groups, areInnocent, checks);
}

/**
 * Finds the items to blame if all of them together are not innocent. It halves the items, so that few culprits among
 * many items take few checks; when `checks` are used up, every item that was not cleared is blamed.
 */
export async function findCulprits<Item>(
  items: readonly Item[],
  areInnocent: (items: readonly Item[]) => Promise<boolean> | boolean,
  checks: number,
): Promise<ReadonlySet<Item>> {
  const culprits = new Set<Item>();
  let checksLeft = checks;
  const visit = async (some: readonly Item[]): Promise<void> => {
    const isChecked = checksLeft > 0;
    checksLeft -= 1;
    if (some.length === 0 || (isChecked && (await areInnocent(some)))) return;
    if (!isChecked || some.length === 1) {
      for (const item of some) culprits.add(item);
      return;
    }
    const middle = some.length >> 1;
    await visit(some.slice(0, middle));
    await visit(some.slice(middle));
  };
  await visit(items);
  return culprits;
}
