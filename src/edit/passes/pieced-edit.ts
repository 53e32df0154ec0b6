import type { Replacement } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { type PlacedEdit, slotKey } from "../grouping/placed-edit.ts";
import type { Language } from "../language/language.ts";
import { moveSpan, type Span } from "../text/span.ts";

/** A replacement, and the code that it was made of, in its order. Offsets count in the text before the edits. */
export interface PiecedEdit extends Span {
  readonly opId: string;
  /** Code of the template or of a transformation, and places of captured code. */
  readonly pieces: readonly (string | Span)[];
}

/** The replacements in a text, and what they were made of, as far as it is known. */
export interface PiecedEdits {
  readonly accepted: readonly Replacement[];
  readonly pieced: readonly PiecedEdit[];
}

/** The edits of a text, and the ops that made them. */
export interface JudgedEdits {
  readonly made: PiecedEdits;
  /** Finds imports that nothing uses any more, too. */
  readonly findsUnused: boolean;
  /** No template made them: their names are meant for their places. */
  readonly areForTheirPlaces?: boolean;
  readonly ops: { readonly language: Language; readonly ops: readonly CompiledOp[] };
}

/** Returns what a replacement was made of. `shift` is added to places of the tree. */
export function piecedEditOf(
  { start, end, opId }: Span & { readonly opId: string },
  { fix: { template } }: CompiledOp,
  { slots, shift }: { readonly slots: PlacedEdit["slots"]; readonly shift: number },
): PiecedEdit {
  const pieces = template.map((part) => {
    if (typeof part === "string") return part;
    const { span, made } = slots[slotKey(part)] ?? {};
    return span === undefined ? (made ?? "") : moveSpan(span, shift);
  });
  return { ...moveSpan({ start, end }, shift), opId, pieces };
}
