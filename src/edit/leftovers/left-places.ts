import type { Replacement } from "../../model/edit.ts";
import type { LeftoverKind } from "../../model/search/leftovers.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Part } from "../passes/parts.ts";
import type { Span } from "../text/span.ts";
import { touchesOneOf } from "../text/touches-one-of.ts";
import { findAlike } from "./find-alike.ts";
import { looksOf } from "./look.ts";
import { kindsOfPlaces } from "./place-kinds.ts";

/** A place that looks like a match and is not read as code. Plain data. */
export interface LeftPlace extends Span {
  readonly opId: string;
  /** The pattern in back quotes. */
  readonly like: string;
  readonly kind: LeftoverKind;
}

/** A text that was searched. */
interface SearchedText {
  readonly text: string;
  readonly ops: readonly CompiledOp[];
  /** Sorted edits. */
  readonly edits: readonly Replacement[];
  /** Sorted places, if only matches that touch one of them count. */
  readonly places?: readonly Span[] | undefined;
}

/** Finds the places of a text that look like matches of its ops, and that its trees do not have as code. */
export function findLeftPlaces(
  searched: SearchedText,
  parts: readonly Part[],
): readonly LeftPlace[] {
  const { text, edits } = searched;
  const mayBegin = (offset: number) => editAt(edits, offset)?.start !== offset;
  return alikePlaces(searched, mayBegin).flatMap(({ op, like, spans }) => {
    const left = spans.filter((place) => isLeft(place, text, edits));
    const kinds = left.length > 0 ? kindsOfPlaces(parts, op.language, left) : [];
    return left.flatMap((place, index) => {
      const kind = kinds[index];
      return kind === undefined ? [] : [{ ...place, opId: op.id, like, kind }];
    });
  });
}

/** Finds the places of a file of which nothing may be edited. */
export function findSkippedPlaces(searched: SearchedText): readonly LeftPlace[] {
  return alikePlaces(searched).flatMap(({ op, like, spans }) =>
    spans.map((place) => ({ ...place, opId: op.id, like, kind: "skipped" })),
  );
}

function alikePlaces({ text, ops, places }: SearchedText, mayBegin?: (offset: number) => boolean) {
  return ops.flatMap((op) =>
    looksOf(op).map((look) => {
      const isKept = (span: Span) => places === undefined || touchesOneOf(places, span);
      return { op, like: look.like, spans: findAlike(text, look, mayBegin).filter(isKept) };
    }),
  );
}

/** True for a place outside of all edits, or within one that does not begin with it and has its text. */
export function isLeft({ start, end }: Span, text: string, edits: readonly Replacement[]): boolean {
  const edit = editAt(edits, start);
  return edit === undefined || (edit.start !== start && edit.text.includes(text.slice(start, end)));
}

/** Returns the edit that an offset lies in. */
function editAt(edits: readonly Replacement[], offset: number): Replacement | undefined {
  const edit = edits[countWhile(edits, ({ end }) => end <= offset)];
  return edit !== undefined && edit.start <= offset ? edit : undefined;
}
