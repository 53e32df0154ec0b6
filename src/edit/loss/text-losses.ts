import type { SgNode } from "@ast-grep/napi";
import type { CodeLoss } from "../../model/action/code-loss.ts";
import type { TextEdit } from "../../model/edit.ts";
import { commentsBelow } from "../engine/comment-spans.ts";
import { parseText } from "../engine/engine.ts";
import { embeddedLanguages, findEmbeddedCode } from "../language/embedded-code.ts";
import type { Language } from "../language/language.ts";
import type { Span } from "../text/span.ts";
import { spansAfter } from "../text/spans-after.ts";
import { spansWithin } from "../text/spans-within.ts";
import { withoutSpace } from "../text/without-space.ts";
import { countTexts, withoutPresent } from "./count-texts.ts";
import { plainText } from "./find-losses.ts";
import { type Leaf, leavesOf } from "./leaves.ts";
import { findLongLiterals, literalValue } from "./literals.ts";
import { lossOf } from "./match-losses.ts";
import { findModifierTexts, isModifier } from "./modifiers.ts";
import { withoutSpans } from "./named-code.ts";
import { needsTerminator } from "./terminators.ts";

/** A text and the same after edits that no pattern made. */
export interface RewrittenText {
  readonly before: string;
  readonly after: string;
  readonly language: Language;
  /** The places as the caller named them; sorted. */
  readonly named: readonly TextEdit[];
  /** The smallest places that differ; sorted. */
  readonly edits: readonly TextEdit[];
}

/** One of the two texts. */
interface Side {
  readonly text: string;
  readonly root: SgNode;
  readonly comments: readonly Span[];
  /** The places that differ. */
  readonly places: readonly TextEdit[];
}

/**
 * Returns what edits without a pattern lose, sorted by place: comments, modifiers and needed terminators that the
 * result has fewer of, and literals of which only the white space differs. Undefined if the edits reach into code of
 * another language. A place that is nothing but a comment means that comment.
 */
export function findTextLosses(rewritten: RewrittenText): readonly CodeLoss[] | undefined {
  const { before, after, language, named, edits } = rewritten;
  const old = sideOf(before, language, edits);
  const fresh = sideOf(after, language, spansAfter(edits));
  if ([old, fresh].some((side) => reachesIntoPage(side, language))) return undefined;
  const keptComments = countTexts(fresh.comments.map((span) => plainText(codeAt(after, span))));
  const [isMeant, isReworded] = [meaningOf(named, old), rewordingOf(old, fresh)];
  const comments = withoutPresent(leavesAt(before, old.comments), keptComments, ({ text }) =>
    plainText(text),
  ).filter((comment) => !isMeant(comment) && !isReworded(comment));
  const present = countTexts(modifiersIn(fresh).map(({ text }) => text));
  const tokens = withoutPresent(modifiersIn(old), present, ({ text }) => text);
  const losses = [
    ...comments.map((lost) => lossOf("comment", lost)(lost)),
    ...[...tokens, ...terminatorsOf(old, language)].map((lost) => lossOf("token", lost)(lost)),
    ...changedLiterals(old, fresh, language).map((lost) => lossOf("string", lost)(lost)),
  ];
  return losses.sort((a, b) => a.at - b.at);
}

function sideOf(text: string, language: Language, places: readonly TextEdit[]): Side {
  const root = parseText(text, language);
  return { text, root, comments: commentsBelow(root, language), places };
}

function codeAt(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

function leavesAt(text: string, spans: readonly Span[]): readonly Leaf[] {
  return spans.map((span) => ({ ...span, text: codeAt(text, span) }));
}

function reachesIntoPage({ root, text, places }: Side, language: Language): boolean {
  if (embeddedLanguages(language).length === 0) return false;
  const embedded = findEmbeddedCode(root, text, { keepPlaces: false });
  return places.some((place) =>
    embedded.some(({ start, end }) => start < place.end && place.start < end),
  );
}

/** Returns if a comment is meant: the caller named a place with nothing but comments, and not the whole text. */
function meaningOf(
  named: readonly TextEdit[],
  { text, comments }: Side,
): (comment: Span) => boolean {
  const isOnlyComments = (place: Span): boolean => {
    if (place.start === 0 && place.end === text.length) return false;
    return withoutSpans(text, place, spansWithin(comments, place)).trim() === "";
  };
  const known = new Map<Span, boolean>();
  return (comment) => {
    const isAround = ({ start, end }: Span) => start <= comment.start && comment.end <= end;
    const place = spansWithin(named, comment).find(isAround);
    if (place === undefined) return false;
    const isMeant = known.get(place) ?? isOnlyComments(place);
    known.set(place, isMeant);
    return isMeant;
  };
}

/** Returns if a comment is reworded: the edits are inside of it, and the result has it too, with other words. */
function rewordingOf(old: Side, fresh: Side): (comment: Span) => boolean {
  const places = old.places.map((place, index) => ({ ...place, result: fresh.places[index] }));
  return (comment) => {
    const inside = spansWithin(places, comment);
    return (
      inside.length > 0 &&
      inside.every(({ start, end, result }) => {
        if (result === undefined || start <= comment.start || comment.end < end) return false;
        const [around] = spansWithin(fresh.comments, result);
        return around !== undefined && around.start < result.start;
      })
    );
  };
}

/** Finds the modifiers in the places that differ. Only the nodes around texts of modifiers are asked for. */
function modifiersIn({ root, text, places }: Side): readonly Leaf[] {
  const spans = findModifierTexts(text).filter((span) => spansWithin(places, span).length > 0);
  if (spans.length === 0) return [];
  const leaves = leavesOf(root, text, (span) =>
    spansWithin(spans, span).length > 0 ? "not" : "whole",
  );
  return leaves.filter((leaf) => isModifier(leaf.text));
}

/** Finds the `;` at the end of places that end without it afterwards. */
function terminatorsOf({ text: source, places }: Side, language: Language): readonly Leaf[] {
  return places.flatMap((edit) => {
    const code = codeAt(source, edit).trimEnd();
    if (!code.endsWith(";") || edit.text.trimEnd().endsWith(";")) return [];
    const end = edit.start + code.length;
    const terminator = { start: end - 1, end, text: ";" };
    const isDeleted = edit.text.trim() === "";
    return needsTerminator({ source, language }, terminator, { edit: { ...edit, end }, isDeleted })
      ? [terminator]
      : [];
  });
}

/** Finds the literals of which the result has the same text with other white space. */
function changedLiterals(old: Side, fresh: Side, language: Language): readonly Leaf[] {
  const touched = (side: Side) =>
    findLongLiterals(side.root, side.text).filter(
      (literal) => spansWithin(side.places, literal).length > 0,
    );
  const literals = touched(old);
  if (literals.length === 0) return [];
  const results = touched(fresh);
  const kept = countTexts(results.map(({ text }) => literalValue(text, language)));
  const bare = new Set(results.map(({ text }) => withoutSpace(text)));
  return withoutPresent(literals, kept, ({ text }) => literalValue(text, language)).filter(
    ({ text }) => bare.has(withoutSpace(text)),
  );
}
