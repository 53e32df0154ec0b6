import { diffOfEdits } from "../../../edit/text/diff-of-edits.ts";
import { splice } from "../../../edit/text/splice.ts";
import type { FileChange } from "../../../model/action/preview.ts";
import type { SupersededReplacement, TextEdit } from "../../../model/edit.ts";
import { changesPackage } from "../../../shared/package-manifest.ts";
import { sha256 } from "../../../shared/sha256.ts";
import { createLossCounter } from "./file-losses.ts";
import { gluesWords } from "./glued-words.ts";
import { areJoint, createJointResults } from "./joint-results.ts";
import { LostReplacements } from "./lost-replacements.ts";
import type { EditGroup, GroupFacts, GroupResult, PlannedFile } from "./planned-file.ts";

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
      isIdempotent: facts.unsettled && !facts.unsettled.has(edits),
      addsSyntaxErrors: facts.erroneous && (facts.erroneous.has(edits) || isGlued),
      isCommentsOnly: facts.commentsOnly?.has(edits),
      losses: lossesOf?.(edits),
      isWhitespaceOnly: facts.whitespaceOnly?.has(edits),
      exportsChanged: facts.exportsChanged?.get(edits),
      changesPackage: changesPackage(path, before, groups.length > MANY ? undefined : after),
    };
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
    ...diffOfEdits(change.path, now.text, after, edits),
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
