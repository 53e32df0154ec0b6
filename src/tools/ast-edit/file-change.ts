import type { CompiledOp } from "../../edit/compile-op.ts";
import type { Language } from "../../edit/language.ts";
import { planFile } from "../../edit/plan-file.ts";
import type { PassesPlan } from "../../edit/plan-passes.ts";
import { splice } from "../../edit/splice.ts";
import { unifiedDiff } from "../../edit/unified-diff.ts";
import type { FilePlan, Replacement, TextEdit } from "../../model/edit.ts";
import type { FileChange } from "../../model/preview.ts";
import { sha256 } from "../../shared/sha256.ts";
import { areCommentsOnly, gluesWords, spansAfter } from "./edit-facts.ts";

/** A plan that edits. */
type EditedPlan = Extract<FilePlan, { kind: "edited" }>;

/** A file that was read, and what it is. */
interface SourceFile {
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  /** sha256 of the bytes that `text` was read from, hex. */
  readonly hash: string;
}

/** A plan of one file whose edits become changes: all of them one, or each its own. */
export interface PlannedFile extends SourceFile {
  readonly plan: EditedPlan;
  readonly left: PassesPlan["left"];
  readonly ops: readonly CompiledOp[];
}

/** One change with these of the plan's replacements, with its diff and facts. */
export function changeOf(file: PlannedFile, edits: readonly Replacement[]): FileChange {
  const { path, language, text: before, hash: preHash, plan } = file;
  const isWhole = edits.length === plan.replacements.length;
  const after = isWhole ? plan.text : splice(before, edits);
  const { text: diff, additions, deletions } = unifiedDiff(path, before, after);
  return {
    path,
    language,
    preHash,
    postHash: sha256(after),
    edits,
    superseded: plan.superseded.filter((lost) => {
      const winner = plan.replacements.find((edit) => overlaps(lost, edit));
      return winner === undefined ? isWhole : edits.some((edit) => isSamePlace(edit, winner));
    }),
    additions,
    deletions,
    diff,
    isIdempotent: isIdempotent(file, edits),
    addsSyntaxErrors: gluesWords(before, edits) || addsErrors(file, after),
    isCommentsOnly: areCommentsOnly(before, after, edits, language),
  };
}

/** Whether the same ops would change nothing where these edits stand. */
function isIdempotent({ plan, left }: PlannedFile, edits: readonly Replacement[]): boolean {
  if (left.length === 0) return true;
  if (edits.length === plan.replacements.length) return false;
  const spans = spansAfter(plan.replacements);
  const own = spans.filter((_span, index) => {
    const planned = plan.replacements[index];
    return planned !== undefined && edits.some((edit) => isSamePlace(edit, planned));
  });
  const touches = (a: TextEdit, b: TextEdit) => a.start <= b.end && b.start <= a.end;
  // What is left and belongs to no edit's place is the work of any of them.
  return left.every(
    (more) => spans.some((span) => touches(more, span)) && !own.some((span) => touches(more, span)),
  );
}

/** Only where all edits together add errors is it worth asking which of them do. */
function addsErrors({ plan, language, ops }: PlannedFile, after: string): boolean {
  if (plan.parseErrorsAfter <= plan.parseErrorsBefore) return false;
  if (after === plan.text) return true;
  const again = planFile(after, language, ops, { editDespiteErrors: true });
  return again.kind === "edited" ? again.parseErrorsBefore > plan.parseErrorsBefore : true;
}

function overlaps(a: TextEdit, b: TextEdit): boolean {
  return a.start < b.end && b.start < a.end;
}

function isSamePlace(a: TextEdit, b: TextEdit): boolean {
  return a.start === b.start && a.end === b.end;
}
