import type { CompiledOp } from "../../edit/compile-op.ts";
import type { Language } from "../../edit/language.ts";
import { planFile } from "../../edit/plan-file.ts";
import { splice } from "../../edit/splice.ts";
import { unifiedDiff } from "../../edit/unified-diff.ts";
import type { FilePlan, TextEdit } from "../../model/edit.ts";
import type { FileChange } from "../../model/preview.ts";
import { sha256 } from "../../shared/sha256.ts";

/** A plan that edits. */
export type EditedPlan = Extract<FilePlan, { kind: "edited" }>;

/** A file that was read, and what it is. */
export interface SourceFile {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** sha256 of the bytes that `text` was read from, hex. */
  readonly hash: string;
}

/** A change, and the text that it leaves. */
export interface ChangedFile {
  readonly change: FileChange;
  readonly after: string;
}

/**
 * The change that a plan makes to a file, with its diff and facts. With `take`, only the first so
 * many replacements count (A17).
 */
export function changeFile(
  file: SourceFile,
  plan: EditedPlan,
  ops: readonly CompiledOp[],
  take = plan.replacements.length,
): ChangedFile {
  const { path, language, text: before, hash: preHash } = file;
  const isWhole = take >= plan.replacements.length;
  const edits = plan.replacements.slice(0, take);
  const after = isWhole ? plan.text : splice(before, edits);
  const again = planFile(after, language, ops, { editDespiteErrors: true });
  const { text: diff, additions, deletions } = unifiedDiff(path, before, after);
  const change: FileChange = {
    path,
    language,
    preHash,
    postHash: sha256(after),
    edits,
    superseded: isWhole ? plan.superseded : [],
    additions,
    deletions,
    diff,
    isIdempotent: again.kind !== "edited",
    addsSyntaxErrors: plan.parseErrorsAfter > plan.parseErrorsBefore || gluesWords(before, edits),
  };
  return { change, after };
}

const WORD = /[\p{ID_Continue}$]/u;

/**
 * Whether an edit runs into the word beside it: `return+new Date()` → `returnDate.now()`. The result
 * often parses, as something else; it counts as a syntax error that the edit adds.
 */
function gluesWords(before: string, edits: readonly TextEdit[]): boolean {
  const areGlued = (left: string, right: string) => WORD.test(left) && WORD.test(right);
  return edits.some(({ start, end, text }) => {
    const [left, right] = [before.charAt(start - 1), before.charAt(end)];
    const first = text.charAt(0) || right;
    const last = text.charAt(text.length - 1) || left;
    const wasGlued =
      areGlued(left, before.charAt(start)) || areGlued(before.charAt(end - 1), right);
    return !wasGlued && (areGlued(left, first) || areGlued(last, right));
  });
}
