import type { SgNode } from "@ast-grep/napi";
import type { Replacement, SupersededReplacement } from "../model/edit.ts";
import type { CompiledOp } from "./compile-op.ts";
import { findMatches } from "./engine.ts";
import { type Captures, expandTemplate, type Span } from "./template.ts";

/** What one op would do to one text. None of them is without effect. */
export interface OpReplacements {
  /** Sorted by `start`, never overlapping. */
  readonly accepted: readonly Replacement[];
  /** Matches inside of an accepted one of the same op (A16); `byOpId` is the op itself. */
  readonly superseded: readonly SupersededReplacement[];
}

/**
 * Finds the replacements of one op. Of matches that overlap, the first in the order of the tree stands,
 * so the outermost (A16), as with `ast-grep run -U`. A replacement that changes nothing takes part in
 * that choice, as there, and is left out of the answer.
 */
export function findReplacements(root: SgNode, text: string, op: CompiledOp): OpReplacements {
  const accepted: Replacement[] = [];
  const superseded: SupersededReplacement[] = [];
  let acceptedEnd = 0;
  for (const match of findMatches(root, op.rule)) {
    const replacement = replacementFor(match, text, op);
    const isOutermost = replacement.start >= acceptedEnd;
    if (isOutermost) acceptedEnd = replacement.end;
    if (!hasEffect(replacement, text)) continue;
    if (isOutermost) accepted.push(replacement);
    else superseded.push({ ...replacement, byOpId: op.id });
  }
  return { accepted, superseded };
}

/** The whole node is replaced, also what the pattern left open: the `;` behind `let $A = $B`. */
function replacementFor(match: SgNode, text: string, op: CompiledOp): Replacement {
  const span = spanOf(match);
  const place = { source: text, matchStart: span.start };
  return { opId: op.id, ...span, text: expandTemplate(op.template, capturesOf(match), place) };
}

function capturesOf(match: SgNode): Captures {
  return {
    single: (name) => {
      const node = match.getMatch(name);
      return node === null ? undefined : spanOf(node);
    },
    many: (name) => {
      // The engine lists separators and comments between the nodes as well: the ends are enough.
      const nodes = match.getMultipleMatches(name);
      const [first, last] = [nodes[0], nodes.at(-1)];
      if (first === undefined || last === undefined) return undefined;
      return { start: spanOf(first).start, end: spanOf(last).end };
    },
    transformed: (name) => match.getTransformed(name) ?? undefined,
  };
}

function spanOf(node: SgNode): Span {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
}

function hasEffect({ start, end, text: replaced }: Replacement, text: string): boolean {
  return text.slice(start, end) !== replaced;
}
