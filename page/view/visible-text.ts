import { HIDDEN_CHARACTERS } from "../../src/shared/json/hidden-characters.ts";

/** A stretch of text: as it is, or one character that would be invisible or change how its line is read. */
export interface VisiblePart {
  readonly text: string;
  /** The name of the character that `text` shows, such as `U+202E`. */
  readonly stands?: string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
const CONTROLS = /\r(?!\n)|[\0-\x08\x0b\x0c\x0e-\x1f]/;

const HALF_A_PAIR = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Tabs and line ends stay; so does a CR before a line end. */
const UNSEEN = new RegExp(
  [CONTROLS, HIDDEN_CHARACTERS, HALF_A_PAIR].map(({ source }) => source).join("|"),
  "g",
);

/** Returns text in parts, so that what is shown is what is there. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(UNSEEN)) {
    if (index > from) parts.push({ text: text.slice(from, index) });
    const code = (found.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
    parts.push({ text: `\\u${code}`, stands: `U+${code.toUpperCase()}` });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** Returns the same as one text, for what can only be text: titles, entries of a choice. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => part.text)
    .join("");
}
