import { createEditDiffs, diffOfEdits } from "../../../edit/text/diff-of-edits.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { SupersededReplacement, TextEdit } from "../../../model/edit.ts";
import { countWhile } from "../../../shared/lists/count-while.ts";
import { changesPackage } from "../../../shared/package-manifest.ts";
import { sha256 } from "../../../shared/sha256.ts";
import {
  countUnresolved,
  createLossCounter,
  createNamesCounter,
  createPlaceCounter,
} from "./file-losses.ts";
import { gluesWords } from "./glued-words.ts";
import {
  type EditGroup,
  editsOf,
  type GroupFacts,
  type GroupResult,
  type PlannedFile,
} from "./planned-file.ts";

/** The fewest groups that are written together, and the text that each of them alone would read; UTF-16 code units. */
const MIN_GROUPS = 100;

const MIN_WORK = 50_000_000;

/** The most code units beside an edit that count: two for each of two characters. */
const BESIDE = 4;

/** Yields one change, with its diff and facts, for each group of the plan's replacements; keeps no text of the file. */
export function* changesOf(
  file: PlannedFile,
  groups: readonly EditGroup[],
  facts: GroupFacts,
): Generator<FileChange, void> {
  const { path, language, text: before, hash: preHash, plan } = file;
  const lost = new LostReplacements(plan.superseded);
  const resultOf = areJoint(file, groups) ? createJointResults(file, groups) : resultsOf(file);
  const lossesOf = createLossCounter(file);
  const regroupedOf = createPlaceCounter("grouping", plan.regrouped, file);
  const namesOf = createNamesCounter(file);
  const unresolvedNames = countUnresolved(file);
  const size = Buffer.byteLength(before);
  const importsOf = createPlaceCounter("import", facts.importsLeftOut, file);
  for (const edits of groups) {
    const isWhole = edits.length === plan.replacements.length;
    const { gluesWords: isGlued, after, ...result } = resultOf(edits);
    yield {
      path,
      language,
      preHash,
      edits,
      superseded: isWhole ? plan.superseded : edits.flatMap((edit) => lost.to(edit)),
      ...result,
      bytes: Math.max(size, size + growthOf(before, edits)),
      isIdempotent: facts.unsettled && !facts.unsettled.has(edits),
      addsSyntaxErrors: facts.erroneous && (facts.erroneous.has(edits) || isGlued),
      ...(isGlued && facts.erroneous ? { gluesWords: true } : {}),
      isCommentsOnly: facts.commentsOnly?.has(edits),
      losses: lossesOf?.(edits),
      regrouped: regroupedOf?.(edits),
      importsLeftOut: importsOf?.(edits),
      names: namesOf?.(edits),
      unresolvedNames,
      isWhitespaceOnly: facts.whitespaceOnly?.has(edits),
      exportsChanged: facts.exportsChanged?.get(edits),
      changesPackage: changesPackage(path, before, groups.length > MANY ? undefined : after),
    };
  }
}

/** Returns the bytes that edits add, without their text: many groups may share a large file. */
function growthOf(before: string, edits: EditGroup): number {
  return edits.reduce((sum, { start, end, text }) => {
    return sum + Buffer.byteLength(text) - Buffer.byteLength(before.slice(start, end));
  }, 0);
}

/** The superseded replacements, by the place of the edit that they gave way to. */
class LostReplacements {
  readonly #sorted: readonly SupersededReplacement[];

  constructor(lost: readonly SupersededReplacement[]) {
    const place = ({ winner }: SupersededReplacement) => winner?.start ?? 0;
    this.#sorted = lost
      .filter(({ winner }) => winner !== undefined)
      .sort((a, b) => place(a) - place(b));
  }

  /** Returns those that gave way to the edit, or to an edit that became part of it in a later pass. */
  to({ start, end }: TextEdit): readonly SupersededReplacement[] {
    const first = countWhile(this.#sorted, ({ winner }) => (winner?.start ?? 0) < start);
    const last = countWhile(this.#sorted, ({ winner }) => (winner?.start ?? 0) <= end);
    return this.#sorted
      .slice(first, last)
      .filter(({ winner }) => (winner?.end ?? 0) <= end)
      .sort((a, b) => a.start - b.start || a.end - b.end);
  }
}

/** The most groups of which each is compared as a `package.json`: more of them count as changed. */
const MANY = 100;

/** Returns a function from a group to its result alone, at the cost of the whole text. */
function resultsOf(file: PlannedFile): (edits: EditGroup) => GroupResult {
  const { path, text: before, plan } = file;
  return (edits) => {
    const after = edits.length === plan.replacements.length ? plan.text : splice(before, edits);
    return {
      postHash: sha256(after),
      ...diffOfEdits(path, before, after, edits),
      gluesWords: gluesWords(file, after, edits),
      after,
    };
  };
}

/** Returns the previewed change with its edits moved to the places of `edits` in the text `now`, and the text after. */
export function movedChange(
  change: FileChange,
  now: { readonly text: string; readonly hash: string },
  edits: EditGroup,
): { readonly change: FileChange; readonly after: string } {
  const after = splice(now.text, edits);
  const previewed = change.edits;
  const isInPlace = now.hash === change.preHash && edits.length === previewed.length;
  const postHash = sha256(after);
  if (isInPlace && edits.every((edit, index) => isSameEdit(edit, previewed[index])))
    return { change: postHash === change.postHash ? change : { ...change, postHash }, after };
  const moved: FileChange = {
    ...change,
    preHash: now.hash,
    postHash,
    edits,
    superseded: change.superseded.map((lost) => moveAlong(lost, previewed, edits)),
    ...diffOfEdits(change.path, now.text, after, edits, change.mode),
  };
  return { change: moved, after };
}

function isSameEdit(a: TextEdit, b: TextEdit | undefined): boolean {
  return a === b || (a.start === b?.start && a.end === b.end && a.text === b.text);
}

/** Moves a superseded replacement by as much as the edit that it gave way to. */
export function moveAlong(
  lost: SupersededReplacement,
  from: EditGroup,
  to: EditGroup,
): SupersededReplacement {
  const after = from.findIndex(({ start }) => start > lost.start);
  const index = Math.max(0, (after === -1 ? from.length : after) - 1);
  const shift = (to[index]?.start ?? 0) - (from[index]?.start ?? 0);
  const { winner } = lost;
  return {
    ...lost,
    start: lost.start + shift,
    end: lost.end + shift,
    ...(winner ? { winner: { start: winner.start + shift, end: winner.end + shift } } : {}),
  };
}

/**
 * True if the groups are so many, and their text is so long, that their results are computed together: a hash of the
 * whole text for each of them would take time that grows with the square of their number. Only of groups of one edit.
 */
export function areJoint(
  { text }: Pick<PlannedFile, "text">,
  groups: readonly EditGroup[],
): boolean {
  const isCostly = groups.length >= MIN_GROUPS && groups.length * text.length >= MIN_WORK;
  return isCostly && groups.every(({ length }) => length <= 1);
}

/** Returns a function from a group of one edit to its result, at the cost of the edit. */
export function createJointResults(
  file: PlannedFile,
  groups: readonly EditGroup[],
): (edits: EditGroup) => GroupResult {
  const { path, text, plan } = file;
  const isAll = groups.length === plan.replacements.length;
  const postHash = sha256(isAll ? plan.text : splice(text, editsOf(groups)));
  const diffOf = createEditDiffs(path, text);
  return ([edit]) => {
    if (edit === undefined) throw new Error("A group without an edit was planned.");
    return { postHash, isJoint: true, ...diffOf(edit), gluesWords: gluesNeighbours(file, edit) };
  };
}

/** Does what `gluesWords` does, for one edit; reads only the text beside it. */
function gluesNeighbours({ language, text }: PlannedFile, edit: TextEdit): boolean {
  const from = Math.max(0, edit.start - BESIDE);
  const before = text.slice(from, edit.end + BESIDE);
  const moved = { start: edit.start - from, end: edit.end - from, text: edit.text };
  return gluesWords({ language, text: before }, splice(before, [moved]), [moved]);
}
