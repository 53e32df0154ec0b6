import type { CompiledOp } from "../../edit/compile/compiled-op.ts";
import { clip, findParseIssues } from "../../edit/engine/parse-issues.ts";
import type { Language } from "../../edit/language/language.ts";
import { createScriptErrorSearch } from "../../edit/passes/new-script-errors.ts";
import { lazyPartsOf, type Part, partsOf } from "../../edit/passes/parts.ts";
import { createMapBack } from "../../edit/text/map-back.ts";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import { spansAfter } from "../../edit/text/spans-after.ts";
import { splice } from "../../edit/text/splice.ts";
import { LISTED_LOSSES, type NewErrors } from "../../model/action/file-losses.ts";
import type { TextEdit } from "../../model/edit.ts";
import { countWhile } from "../../shared/lists/count-while.ts";
import { shorten } from "../../shared/shorten.ts";

type ErrorSearch = ReturnType<typeof createScriptErrorSearch>;
type FoundError = ReturnType<ErrorSearch>[number];

/** A text before and after edits that add syntax errors. */
export interface BrokenText {
  readonly path: string;
  readonly language: Language;
  /** Those that name the languages of embedded code. */
  readonly ops: readonly CompiledOp[];
  readonly before: string;
  readonly after: string;
  /** Sorted. */
  readonly edits: readonly TextEdit[];
}

/** The trees of a text before and after. */
interface BothParts {
  readonly old: readonly Part[];
  readonly fresh: readonly Part[];
}

/**
 * Finds new syntax errors, in lines and columns of the text after the edits. The parser of JavaScript tells its first
 * one exactly; then come those of the grammar. If neither tells any, the first edit is the place.
 */
export function findNewErrors(text: BrokenText): NewErrors {
  const { language, ops, before, after, edits } = text;
  const parts = { old: partsOf(before, language, ops), fresh: partsOf(after, language, ops) };
  const searches = parts.old.map((part) => createScriptErrorSearch(part, text.path));
  const told = [...toldByParser(searches, parts.fresh), ...toldOfEdits(text, searches)];
  const found = new Map(told.map((error) => [error.at, error]));
  for (const at of brokenNodes(text, parts, told)) found.set(at, { at, message: "" });
  if (found.size === 0) found.set(0, { at: spansAfter(edits)[0]?.start ?? 0, message: "" });
  const placeOf = createPlaceFinder(after);
  const first = [...found.values()].sort((a, b) => a.at - b.at).slice(0, LISTED_LOSSES);
  return {
    count: found.size,
    first: first.map(({ at, message }) => {
      return { ...placeOf(at), text: `${codeAt(after, at)}${message}` };
    }),
  };
}

/**
 * Returns the errors of each edit alone, at their places in the text after all of them: the parser of JavaScript stops
 * at the first error of a text.
 */
function toldOfEdits(text: BrokenText, searches: readonly ErrorSearch[]): readonly FoundError[] {
  const { before, edits } = text;
  if (edits.length < 2 || edits.length * before.length > MOST_ALONE) return [];
  return edits.flatMap((edit, index) => {
    const fresh = lazyPartsOf(splice(before, [edit]), text);
    return toldByParser(searches, fresh).map(({ at, message }) => {
      const isBefore = ({ end }: TextEdit, other: number) =>
        other !== index && end + (other > index ? growthOf(edit) : 0) <= at;
      const others = edits.filter(isBefore);
      return { at: others.reduce((place, other) => place + growthOf(other), at), message };
    });
  });
}

function growthOf({ start, end, text }: TextEdit): number {
  return text.length - (end - start);
}

/** The most text that is parsed to look at the edits of a file one by one; UTF-16 code units. */
const MOST_ALONE = 1_000_000;

/** Returns the errors by the rules of JavaScript, in all code of it that could be read before. */
function toldByParser(
  searches: readonly ErrorSearch[],
  fresh: readonly Part[],
): readonly FoundError[] {
  if (searches.length !== fresh.length) return [];
  return fresh.flatMap((part, index) => {
    const start = part.shift + part.source.length - part.code.length;
    return (searches[index]?.(part) ?? []).map(({ at, message }) => {
      return { at: start + at, message: UNSPECIFIC.test(message) ? "" : ` (${lineOf(message)})` };
    });
  });
}

const UNSPECIFIC = /^Unexpected token$/;

/**
 * Returns the places of nodes that the grammar cannot read and that are not told yet, nor there before: the first after
 * each edit, as others follow from it.
 */
function brokenNodes(
  { before, after, edits }: BrokenText,
  { old, fresh }: BothParts,
  told: readonly FoundError[],
): readonly number[] {
  const origin = createMapBack(edits);
  const known = new Set(findParseIssues(old, before).places.map(({ start }) => start));
  const written = spansAfter(edits);
  const editOf = (at: number) => countWhile(written, ({ start }) => start <= at);
  const found = new Map(told.map(({ at }) => [editOf(at), at]));
  const isTold = new Set(found.keys());
  for (const { start, end } of findParseIssues(fresh, after).places) {
    if (known.has(origin({ start, end: start }).start)) continue;
    // A node that cannot be read may begin far above the edit that breaks it.
    const at = written.find((edit) => start < edit.start && edit.start < end)?.start ?? start;
    const edit = editOf(at);
    if (!isTold.has(edit)) found.set(edit, Math.min(at, found.get(edit) ?? at));
  }
  return [...found].flatMap(([edit, at]) => (isTold.has(edit) ? [] : [at]));
}

/** Returns the line from a place on; at the end of a line, that line. */
function codeAt(text: string, at: number): string {
  const end = (from: number) => {
    const found = text.indexOf("\n", from);
    return found === -1 ? text.length : found;
  };
  const rest = text.slice(at, Math.min(end(at), at + MOST));
  if (rest.trim() !== "") return clip(rest);
  const begin = text.lastIndexOf("\n", at - 1) + 1;
  return clip(text.slice(Math.max(begin, at - MOST), at));
}

/** More than a clipped line has, in UTF-16 code units. */
const MOST = 200;

function lineOf(message: string): string {
  return shorten(message.replace(/\s+/g, " "), 80);
}
