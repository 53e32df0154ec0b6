/**
 * What a text must contain so that an op can match in it at all: single texts, joined by "all" and "any".
 * Plain data. Only texts are asked for, never that one follows the other: under every strictness but `cst`
 * and `ast` a match may have anything that the parser could not read between two of its tokens
 * (`console # .log(1)` is a match of `console.log($A)`), so that adjacency is certain nowhere that matters.
 */
export type Prefilter =
  | { readonly kind: "contains"; readonly text: string }
  /** Of no parts: every text. */
  | { readonly kind: "all"; readonly parts: readonly Prefilter[] }
  /** Of no parts: no text. */
  | { readonly kind: "any"; readonly parts: readonly Prefilter[] };

/** The filter that lets every text through. */
export const EVERY_TEXT: Prefilter = { kind: "all", parts: [] };

/** The filter for a text that contains all of these. Longest first: they are the rarest. */
export function containsAll(texts: readonly string[]): Prefilter {
  const unique = [...new Set(texts)].filter((text) => text !== "");
  const longest = unique.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return allOf(longest.map((text) => ({ kind: "contains", text })));
}

/** Lets through what all parts let through. */
export function allOf(parts: readonly Prefilter[]): Prefilter {
  const flat = unique(parts.flatMap((part) => (part.kind === "all" ? part.parts : [part])));
  return flat.length === 1 && flat[0] ? flat[0] : withinSize({ kind: "all", parts: flat });
}

/** Lets through what any of the parts lets through. */
export function anyOf(parts: readonly Prefilter[]): Prefilter {
  if (parts.some(isEveryText)) return EVERY_TEXT;
  const flat = unique(parts.flatMap((part) => (part.kind === "any" ? part.parts : [part])));
  return flat.length === 1 && flat[0] ? flat[0] : withinSize({ kind: "any", parts: flat });
}

/** A filter that asks for so many texts takes longer than it saves. */
const MAX_TEXTS = 500;

function withinSize(filter: Prefilter): Prefilter {
  return sizeOf(filter) > MAX_TEXTS ? EVERY_TEXT : filter;
}

function sizeOf(filter: Prefilter): number {
  if (filter.kind === "contains") return 1;
  return filter.parts.reduce((sum, part) => sum + sizeOf(part), 1);
}

/** Each part once, in the order given. */
function unique(parts: readonly Prefilter[]): readonly Prefilter[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** Whether nothing is filtered. */
function isEveryText(filter: Prefilter): boolean {
  return filter.kind === "all" && filter.parts.length === 0;
}

/** Whether a text may have a match, where `contains` answers what it contains. */
export function admits(filter: Prefilter, contains: (text: string) => boolean): boolean {
  switch (filter.kind) {
    case "contains":
      return contains(filter.text);
    case "all":
      return filter.parts.every((part) => admits(part, contains));
    case "any":
      return filter.parts.some((part) => admits(part, contains));
  }
}

/** A filter for the bytes of UTF-8 texts: they need not be decoded for it. */
export function byteFilter(filter: Prefilter): (bytes: Uint8Array) => boolean {
  if (isEveryText(filter)) return () => true;
  const needles = new Map<string, Buffer>();
  return (bytes) => {
    const haystack = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    return admits(filter, (text) => {
      const needle = needles.get(text) ?? Buffer.from(text);
      needles.set(text, needle);
      return haystack.includes(needle);
    });
  };
}
