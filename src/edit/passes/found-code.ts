import type { Replacement } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import type { OpenReplacement, PlacedEdit } from "../grouping/placed-edit.ts";
import { createLossSearch, type MatchLosses } from "../loss/match-losses.ts";
import type { AcceptedMatch } from "../match/accepted-match.ts";
import { moveSpan, type Span } from "../text/span.ts";
import type { Part } from "./parts.ts";
import { meaning } from "./ready-meaning.ts";

/** Leaves out what is known of replacements that gave way to another op's. */
export function ofAccepted<Found extends Omit<Replacement, "text">>(
  found: readonly Found[],
  accepted: readonly Replacement[],
): readonly Found[] {
  if (found.length === 0) return found;
  const keyOf = ({ opId, start, end }: Omit<Replacement, "text">) => `${opId} ${start} ${end}`;
  const keys = new Set(accepted.map(keyOf));
  return found.filter((each) => keys.has(keyOf(each)));
}

/** Returns the places of the comments of all parts, sorted. */
export function findComments(parts: readonly Part[]): readonly Span[] {
  const found = parts.flatMap(({ root, language, shift }) =>
    commentsBelow(root(), language).map((span) => moveSpan(span, shift)),
  );
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** The code about which the result of the edits is asked. */
export interface FoundCode {
  /** The replacements that were found in each part, also those that gave way to another op's. */
  readonly byPart: Map<Part, Replacement[]>;
  /** True for a part with errors, of which the first replacement of each op tells all that is asked. */
  readonly isBroken: (part: Part) => boolean;
  readonly losses: MatchLosses[];
  readonly placed: PlacedEdit[];
  /** Those that may get parentheses. */
  readonly open: OpenReplacement[];
  readonly skipsBroken: boolean;
  readonly findsLosses: boolean;
  readonly findsPlaced: boolean;
}

/** Returns a function that notes what an accepted match loses, and what its replacement was made of. */
export function createCodeSearch(
  { root, source, shift }: Part,
  op: CompiledOp,
  code: FoundCode,
): (match: AcceptedMatch) => void {
  const known = code.skipsBroken ? { hasErrors: () => false } : {};
  const findLosses = code.findsLosses
    ? createLossSearch(root(), source, op, known)
    : () => undefined;
  return (match) => {
    const found = findLosses(match);
    if (found !== undefined) code.losses.push(moveLosses(found, shift));
    const isOpen = op.fix.parens === true;
    if (!code.findsPlaced && !isOpen) return;
    const { isPlainEdit, movedEdit, placedEditOf, slotsOf } = meaning();
    const slots = slotsOf(match, op);
    if (isPlainEdit({ ...match.replacement, slots }, op, source)) return;
    const placed = movedEdit(placedEditOf(match, op, slots), shift);
    if (isOpen) code.open.push({ placed, language: op.language, write: match.write });
    else code.placed.push(placed);
  };
}

function moveLosses(found: MatchLosses, shift: number): MatchLosses {
  if (shift === 0) return found;
  const losses = found.losses.map((loss) => ({
    ...loss,
    at: loss.at + shift,
    edit: moveSpan(loss.edit, shift),
  }));
  const { edges } = found;
  return {
    ...moveSpan(found, shift),
    edges: edges && { ...edges, token: moveSpan(edges.token, shift) },
    losses,
    comments: found.comments.map((each) => moveSpan(each, shift)),
  };
}
