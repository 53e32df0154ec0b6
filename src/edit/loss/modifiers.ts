import type { Span } from "../text/span.ts";
import type { Leaf } from "./leaves.ts";

const MODIFIERS: ReadonlySet<string> = new Set(
  `abstract async await crate const declare default export extern final inline internal mut native open override
  private protected pub public readonly ref sealed static strictfp suspend synchronized throws transient unsafe
  virtual volatile yield @ # ?`.split(/\s+/),
);

/** True for a word or sign that changes the meaning of the code beside it. */
export function isModifier(text: string): boolean {
  return MODIFIERS.has(text);
}

/** Any modifier; a word is none as a part of another one. */
const TEXT = new RegExp(
  [...MODIFIERS].map((text) => (/\w/.test(text) ? `\\b${text}\\b` : `\\${text}`)).join("|"),
  "g",
);

/** Returns the places where a text has what may be a modifier, also in comments and literals; sorted. */
export function findModifierTexts(text: string): readonly Span[] {
  return [...text.matchAll(TEXT)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** Stands for a capture in the code of a template. */
export const CAPTURE = "\u0000";

const BLANK = /(?:\s|\/\*[\s\S]*?\*\/|\/\/[^\n]*)*/y;
const TOKEN = /[\w$]+|@[\w$.]*|[\s\S]/y;

/** Returns the first token at an offset that is no modifier, with its place. */
export function wordAt(code: string, offset: number): Leaf {
  for (let at = offset; ; ) {
    const start = endOf(BLANK, code, at);
    const end = endOf(TOKEN, code, start);
    const text = code.slice(start, end);
    if (text === "" || !isModifier(text)) return { start, end, text };
    at = end;
  }
}

function endOf(pattern: RegExp, code: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(code) ? pattern.lastIndex : from;
}

/**
 * Returns how often code has a modifier of the source, told by the first word after it that is no modifier. A modifier
 * among the first words of a match is looked for among the first words of the code. Elsewhere it is another modifier.
 */
export function countModifier(
  code: string,
  modifier: Leaf,
  source: {
    readonly text: string;
    readonly start: number;
    readonly isCapture: (at: number) => boolean;
  },
): number {
  const next = wordAt(source.text, modifier.end);
  const leads = wordAt(source.text, source.start).start > modifier.start;
  const first = wordAt(code, 0).start;
  let count = 0;
  for (const at of placesOf(code, modifier.text)) {
    const { text } = wordAt(code, at + modifier.text.length);
    const isSame = text === CAPTURE ? source.isCapture(next.start) : text === next.text;
    if (isSame || (leads && at < first)) count += 1;
  }
  return count;
}

function placesOf(code: string, token: string): readonly number[] {
  const places: number[] = [];
  const isWord = /\w/.test(token);
  for (let at = code.indexOf(token); at !== -1; at = code.indexOf(token, at + token.length)) {
    const around = code.charAt(at - 1) + code.charAt(at + token.length);
    if (!isWord || !/[\w$]/.test(around)) places.push(at);
  }
  return places;
}
