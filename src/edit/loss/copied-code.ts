import type { SgNode } from "@ast-grep/napi";
import type { Replacement } from "../../model/edit.ts";
import type { CompiledOp } from "../compile/compiled-op.ts";
import type { Language } from "../language/language.ts";
import { type CaptureSpans, spanOf } from "../match/bindings.ts";
import { indentationAt, moveIndentation } from "../replacement/indentation.ts";
import type { Span } from "../text/span.ts";
import {
  bareCode,
  bracketsAround,
  heldCapturesOf,
  isCodeNode,
  staysTogether,
} from "./held-code.ts";

/** Code of several tokens that a replacement copies from a capture. Offsets count from the start of the edit. */
export interface CopiedCode {
  readonly text: string;
  /** Its place in the text before. */
  readonly at: number;
  /** The places in the text of the replacement at which it may stand. */
  readonly places: readonly Span[];
  /** The number of places at which the template writes it. */
  readonly writes: number;
  /** The capture is one node. */
  readonly isOne: boolean;
  /** The place in the text of the replacement in which a tree without errors keeps it together, with its brackets. */
  readonly held: Span | undefined;
}

/** The code that a replacement copies. Plain data. */
export interface MatchCopies extends Span {
  readonly opId: string;
  readonly language: Language;
  readonly copies: readonly CopiedCode[];
}

/** A match whose replacement was written. */
interface WrittenMatch {
  readonly match: SgNode;
  readonly replacement: Replacement;
  readonly captures: CaptureSpans;
}

/** Returns the code that a replacement copies, if another tree could take it apart. */
export function copiesOf(
  { match, replacement, captures }: WrittenMatch,
  op: CompiledOp,
  source: string,
): MatchCopies | undefined {
  const { start, end, opId, text } = replacement;
  const {
    language,
    fix: { template },
  } = op;
  const heldIn = createHeldSearch(match, text, op);
  const found = new Map<string, CopiedCode>();
  for (const part of template) {
    if (typeof part === "string" || part.kind === "transformed") continue;
    const span = captures[part.kind](part.name);
    const code = span === undefined ? "" : source.slice(span.start, span.end);
    if (span === undefined || ATOM.test(code)) continue;
    const key = `${part.kind} ${part.name}`;
    const known = found.get(key);
    const writes = (known?.writes ?? 0) + 1;
    const to = part.indentation;
    const own = moveIndentation(code, { from: indentationAt(source, span.start), to });
    const base = indentationAt(source, spanOf(match).start);
    const moved = moveIndentation(own, { from: 0, to: base });
    const places = placesOf(text, [code, moved]) ?? placesByTabs(text, code);
    const isOne = part.kind === "single";
    if (places.length === 0) continue;
    const held = heldIn(key, { code, places, isOne });
    found.set(key, { text: code, at: span.start - start, places, writes, isOne, held });
  }
  return found.size === 0 ? undefined : { start, end, opId, language, copies: [...found.values()] };
}

/** Returns a function that finds the brackets that hold the code of a capture together, by the texts alone. */
function createHeldSearch(match: SgNode, text: string, op: CompiledOp) {
  const { alone, listed } = heldCapturesOf(op);
  let isCode: boolean | undefined;
  return (
    key: string,
    {
      code,
      places: [place, other],
      isOne,
    }: Pick<CopiedCode, "places" | "isOne"> & { code: string },
  ): Span | undefined => {
    const isListed = listed.has(key);
    if (!place || other || !(isListed || alone.has(key))) return undefined;
    isCode ??= isCodeNode(match);
    const bare =
      isCode && !(isListed && text.includes("<")) ? bareCode(code, op.language) : undefined;
    const isHeld = bare !== undefined && staysTogether(bare, isOne);
    return isHeld ? bracketsAround(text, place) : undefined;
  };
}

/** One token, which no tree takes apart. */
const ATOM = /^([\w$@]*|"[^"\\\n]*"|'[^'\\\n]*')$/;

/** The most places of one code in one replacement. */
const MAX_PLACES = 50;

function placesOf(text: string, codes: readonly string[]): readonly Span[] | undefined {
  for (const code of codes) {
    const places: Span[] = [];
    let at = text.indexOf(code);
    while (at !== -1 && places.length < MAX_PLACES) {
      places.push({ start: at, end: at + code.length });
      at = text.indexOf(code, at + code.length);
    }
    if (places.length > 0) return places;
  }
  return undefined;
}

/** Finds code of several lines at other indentations, as it is where tabs indent. */
function placesByTabs(text: string, code: string): readonly Span[] {
  if (!/\n[ ]*\t/.test(code) && !text.includes("\n\t")) return [];
  const lines = code.split(/\n[ \t]*/);
  if (lines.length === 1) return [];
  const pattern = lines
    .map((line) => line.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
    .join("\n[ \t]*");
  const found = [...text.matchAll(new RegExp(pattern, "g"))].slice(0, MAX_PLACES);
  return found.map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}
