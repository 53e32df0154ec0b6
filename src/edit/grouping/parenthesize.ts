import type { Replacement } from "../../model/edit.ts";
import { nodesWithin, type SyntaxNode } from "../../syntax/syntax-node.ts";
import type { Language } from "../language/language.ts";
import type { Template } from "../replacement/template.ts";
import { moveSpan } from "../text/span.ts";
import { findMisreadEdits } from "./find-regrouped.ts";
import { grammarOf } from "./grammars.ts";
import { isReadAsWritten, isReadLike } from "./is-read-as-written.ts";
import type { OpenReplacement, PlacedEdit } from "./placed-edit.ts";
import { variablesInText, withWrappers, wrapperOfCapture, wrappersIn } from "./wrappers.ts";

/** The edits of a text, with those of `parens: auto`. */
interface OpenEdits {
  /** Sorted. */
  readonly accepted: readonly Replacement[];
  /** Also those that gave way to another op's. */
  readonly open: readonly OpenReplacement[];
}

/** A way to write a replacement. */
interface Variant {
  readonly placed: PlacedEdit;
  readonly text: string;
}

type Parts = Parameters<typeof findMisreadEdits>[0];

/**
 * Writes parentheses into replacements that are read in another way than they are written, as few as keep them: around
 * captures, and around the whole. A replacement that no parentheses keep stays as it was. Returns the edits, and what
 * those of `open` are made of now.
 */
export function parenthesize(
  parts: Parts,
  { accepted, open: found }: OpenEdits,
): { readonly accepted: readonly Replacement[]; readonly placed: readonly PlacedEdit[] } {
  const won = new Set(accepted.map(({ opId, ...edit }) => `${opId} ${placeOf(edit)}`));
  const open = found.filter(({ placed }) => won.has(`${placed.opId} ${placeOf(placed)}`));
  const byPlace = new Map(open.map((each) => [placeOf(each.placed), each]));
  const chosen = new Map<string, Variant>();
  const settle = () => {
    const edits = accepted.map((edit) => ({ ...edit, ...textOf(chosen.get(placeOf(edit))) }));
    const placed = open.map((each) => chosen.get(placeOf(each.placed))?.placed ?? each.placed);
    return { accepted: edits, placed };
  };
  const ways = new Map<string, Variant[]>();
  const read = readOnce(parts);
  for (let isFirst = true; ; isFirst = false) {
    const settled = settle();
    const misread = findMisreadEdits(parts, settled) ?? [];
    let hasChanged = false;
    for (const edit of misread) {
      const key = placeOf(edit);
      const each = byPlace.get(key);
      if (each === undefined) continue;
      if (isFirst) ways.set(key, [...variantsOf(each, read)]);
      const next = ways.get(key)?.shift();
      if (next) chosen.set(key, next);
      else if (!chosen.delete(key)) continue;
      hasChanged = true;
    }
    if (!hasChanged) return settled;
  }
}

function textOf(variant: Variant | undefined): { readonly text?: string } {
  return variant === undefined ? {} : { text: variant.text };
}

/** Returns the ways to write a replacement with parentheses, those with the fewest first. */
function variantsOf(
  { placed, language, write }: OpenReplacement,
  read: ReadPart,
): readonly Variant[] {
  const variant = (template: Template): Variant => {
    return { placed: { ...placed, template }, text: write(template) };
  };
  const kept = keptInside(variant(placed.template), { language, variant, read });
  return kept.flatMap((inner) => {
    const whole = placed.wrappers.map(([open, close]) => {
      return variant([open, ...inner.placed.template, close]);
    });
    return inner.placed.template === placed.template ? whole : [inner, ...whole];
  });
}

interface Inside {
  readonly language: Language;
  readonly variant: (template: Template) => Variant;
  readonly read: ReadPart;
}

/** Reads the part around an edit; undefined if it has syntax errors. */
type ReadPart = (edit: PlacedEdit, language: Language) => ReadCode | undefined;

/** The code of a part, and its offset in the whole text. */
interface ReadCode {
  readonly code: string;
  readonly root: SyntaxNode;
  readonly shift: number;
}

/** Returns a function that reads each part once. */
function readOnce(parts: Parts): ReadPart {
  const readParts = new Map<Parts[number], ReadCode | undefined>();
  return ({ start, end }, language) => {
    const part = parts.findLast(({ source, code, shift, language: own }) => {
      const from = source.length - code.length + shift;
      return own === language && start >= from && end <= from + code.length;
    });
    if (part === undefined) return undefined;
    if (!readParts.has(part)) {
      const { code, source, shift } = part;
      const root = grammarOf(language).parse(code);
      const from = source.length - code.length + shift;
      readParts.set(part, root && { code, root, shift: from });
    }
    return readParts.get(part);
  };
}

/**
 * Returns the replacement with the fewest parentheses that keep its captures in some place, then the one with most of
 * them: in some places it takes more.
 */
function keptInside(plain: Variant, { language, variant, read }: Inside): readonly Variant[] {
  const grammar = grammarOf(language);
  const part = read(plain.placed, language);
  if (part === undefined) return [];
  const { code, root, shift } = part;
  const isKept = ({ placed, text }: Variant) =>
    isReadAsWritten({ text: code, root }, text, grammar, placed, shift) !== false;
  const { template } = plain.placed;
  const inText = variablesInText(template, grammar);
  let wrapped = wrappersIn(template, (key, index) => {
    const span = plain.placed.slots[key]?.span;
    const nodes = span === undefined ? [] : nodesWithin(root, moveSpan(span, -shift));
    const isMany = key.startsWith("many ");
    return wrapperOfCapture(nodes, { isMany, isInText: inText.has(index), language });
  });
  const most = variant(withWrappers(template, wrapped));
  const isLike = wrapped.size > 0 && isReadLike(template, most.placed.template, grammar);
  const isMostKept = isLike && isKept(most);
  if (isKept(plain)) return isMostKept ? [plain, most] : [plain];
  if (!isMostKept) return [];
  let kept = most;
  for (const index of [...wrapped.keys()]) {
    const fewer = new Map([...wrapped].filter(([each]) => each !== index));
    const other = variant(withWrappers(template, fewer));
    if (isKept(other)) [wrapped, kept] = [fewer, other];
  }
  return kept === most ? [most] : [kept, most];
}

function placeOf({ start, end }: { readonly start: number; readonly end: number }): string {
  return `${start} ${end}`;
}
