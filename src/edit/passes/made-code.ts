import type { CompiledOp } from "../compile/compiled-op.ts";
import type { OpenReplacement, PlacedEdit } from "../grouping/placed-edit.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import type { Part } from "./parts.ts";
import type { PiecedEdit } from "./pieced-edit.ts";
import { meaning } from "./ready-meaning.ts";

/** The code that accepted replacements were made of, as far as something asks. */
export interface MadeCode {
  readonly placed: PlacedEdit[];
  /** Those that may get parentheses. */
  readonly open: OpenReplacement[];
  readonly findsPlaced: boolean;
  /** The code that replacements were made of, for their names. Undefined if nothing asks. */
  readonly pieced: PiecedEdit[] | undefined;
  readonly isDeep: () => boolean;
}

/** Notes what the replacement of a match was made of. */
export function noteMadeCode(
  match: AcceptedMatch,
  { op, part: { source, shift } }: { readonly op: CompiledOp; readonly part: Part },
  code: MadeCode,
): void {
  const isOpen = op.fix.parens === true;
  if ((!code.findsPlaced && !isOpen && !code.pieced) || code.isDeep()) return;
  const { isPlainEdit, movedEdit, piecedEditOf, placedEditOf, slotsOf } = meaning();
  const slots = slotsOf(match, op);
  code.pieced?.push(piecedEditOf(match.replacement, op, { slots, shift }));
  if ((!code.findsPlaced && !isOpen) || match.isWrapped) return;
  if (isPlainEdit({ ...match.replacement, slots }, op, source)) return;
  const placed = movedEdit(placedEditOf(match, op, slots), shift);
  if (isOpen) code.open.push({ placed, language: op.language, write: match.write });
  else code.placed.push(placed);
}
