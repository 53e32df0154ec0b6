import type { CompiledOp } from "../edit/compile/compiled-op.ts";
import { findMatches } from "../edit/engine/engine.ts";
import { findIgnoredMatches } from "../edit/engine/ignore-comments.ts";
import { countColumns } from "../edit/engine/range-columns.ts";
import { findReplacements } from "../edit/match/find-replacements.ts";
import { keptText } from "../edit/match/kept-text.ts";
import type { OpReplacements } from "../edit/match/op-replacements.ts";
import { provideLayout } from "../edit/match/ready-layout.ts";
import { mergeReplacements } from "../edit/passes/merge-replacements.ts";
import type { Part } from "../edit/passes/parts.ts";
import { possibleOps } from "../edit/passes/possible-ops.ts";
import { moveSpan, type Span } from "../edit/text/span.ts";
import type { MatchNote } from "../model/search/match-explanation.ts";
import { ToolError } from "../model/tool-error.ts";
import { countOf } from "../shared/count-of.ts";
import { makeNote } from "./read-pattern.ts";

provideLayout(keptText); // Ops are tried here that no run has asked for.

/** The matches of an op in all trees of its language. */
export interface OpMatches {
  /** In offsets of the file. */
  readonly found: readonly Span[];
  /** The number of those that become edits. */
  readonly accepted: number;
  readonly superseded: number;
  readonly notes: readonly MatchNote[];
}

/** Finds the matches of ops as a run does, and what becomes of them. */
export function matchesOfOps(
  ops: readonly CompiledOp[],
  parts: readonly Part[],
): ReadonlyMap<CompiledOp, OpMatches> {
  const searched = ops.map((op) => searchParts(op, parts));
  const merged = mergeReplacements(searched.map(({ replacements }) => replacements));
  return new Map(
    ops.map((op, index) => {
      const { found = [], ignored = 0, notes = [] } = searched[index] ?? {};
      const own = searched[index]?.replacements.accepted ?? [];
      const places = new Set(own.map(keyOf));
      const accepted = merged.accepted.filter(
        (each) => each.opId === op.id && places.has(keyOf(each)),
      ).length;
      const supersededOfOp = merged.superseded.filter(({ opId }) => opId === op.id);
      const same =
        found.length -
        ignored -
        own.length -
        (searched[index]?.replacements.superseded.length ?? 0);
      return [
        op,
        {
          found,
          accepted,
          superseded: supersededOfOp.length,
          notes: [
            ...notes,
            ...lostNotes(op, supersededOfOp),
            ...sameNotes(same),
            ...ignoredNotes(ignored),
          ],
        },
      ];
    }),
  );
}

interface SearchedOp {
  readonly found: readonly Span[];
  readonly ignored: number;
  readonly replacements: OpReplacements;
  readonly notes: readonly MatchNote[];
}

function searchParts(op: CompiledOp, parts: readonly Part[]): SearchedOp {
  const partsOfLanguage = parts.filter(
    (part) => part.language === op.language && possibleOps(part.code, [op]).length > 0,
  );
  const places: Span[] = [];
  const accepted: OpReplacements["accepted"][number][] = [];
  const superseded: OpReplacements["superseded"][number][] = [];
  const notes: MatchNote[] = [];
  let ignored = 0;
  for (const { root, source, shift } of partsOfLanguage) {
    const matches = findMatches(root(), countColumns(op.search, source));
    const isIgnored = op.isIgnorable ? findIgnoredMatches(root(), source, op.id) : () => false;
    ignored += matches.filter(isIgnored).length;
    for (const match of matches) {
      const { start, end } = match.range();
      places.push({ start: start.index + shift, end: end.index + shift });
    }
    try {
      const replaced = findReplacements(root(), source, op, { matches });
      accepted.push(...replaced.accepted.map((edit) => moveSpan(edit, shift)));
      superseded.push(...replaced.superseded.map((edit) => moveSpan(edit, shift)));
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      notes.push(makeNote("beyond-bounds", error.message));
    }
  }
  return { found: places, ignored, replacements: { accepted, superseded }, notes };
}

function keyOf({ start, end }: Span): string {
  return `${start} ${end}`;
}

function lostNotes(op: CompiledOp, lost: OpReplacements["superseded"]): readonly MatchNote[] {
  const winners = new Map<string, number>();
  for (const { byOpId } of lost) winners.set(byOpId, (winners.get(byOpId) ?? 0) + 1);
  return [...winners].map(([byOpId, number]) => supersededNote(op.id, byOpId, number));
}

/** Returns a note about matches of an op that gave way to those of an op: an earlier one, or itself. */
export function supersededNote(opId: string, byOpId: string, number: number): MatchNote {
  const what = `${countOf(number, "match", "matches")} ${number === 1 ? "gives" : "give"} way to`;
  const message =
    byOpId === opId
      ? `${what} a match around ${number === 1 ? "it" : "them"}: \`passes: 2\` would edit what is left inside`
      : `${what} \`${byOpId}\`, which comes first and edits the same code`;
  return makeNote("superseded", message);
}

function sameNotes(number: number): readonly MatchNote[] {
  if (number <= 0) return [];
  const what = `${countOf(number, "match", "matches")} ${number === 1 ? "stays" : "stay"} as`;
  return [
    makeNote(
      "no-effect",
      `${what} ${number === 1 ? "it is" : "they are"}: \`out\` writes the same text`,
    ),
  ];
}

function ignoredNotes(number: number): readonly MatchNote[] {
  if (number === 0) return [];
  const what = `${countOf(number, "match", "matches")} ${number === 1 ? "is" : "are"} protected by a comment`;
  return [makeNote("ignored-by-comment", `${what} \`ast-grep-ignore\``)];
}
