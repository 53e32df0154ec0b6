/**
 * The strings that a text must contain so that an op can match in it, joined by "all" and "any". Plain data. It never
 * asks for one string after the other: under every strictness but `cst` and `ast` a match may have code that the parser
 * could not read between two of its tokens (`console # .log(1)` is a match of `console.log($A)`).
 */
export type Prefilter =
  | { readonly kind: "contains"; readonly text: string }
  /** Without parts, it lets every text through. */
  | { readonly kind: "all"; readonly parts: readonly Prefilter[] }
  /** Without parts, it lets no text through. */
  | { readonly kind: "any"; readonly parts: readonly Prefilter[] };

/** The filter that lets every text through. */
export const EVERY_TEXT: Prefilter = { kind: "all", parts: [] };

/** Lets a text through that contains all of these strings. The longest come first: they are the rarest. */
export function containsAll(texts: readonly string[]): Prefilter {
  const unique = [...new Set(texts)].filter((text) => text !== "");
  const longest = unique.sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return allOf(longest.map((text) => ({ kind: "contains", text })));
}

/** Lets a text through if all parts do. */
export function allOf(parts: readonly Prefilter[]): Prefilter {
  const flat = unique(parts.flatMap((part) => (part.kind === "all" ? part.parts : [part])));
  return flat.length === 1 && flat[0] ? flat[0] : withinSize({ kind: "all", parts: flat });
}

/** Lets a text through if any part does. */
export function anyOf(parts: readonly Prefilter[]): Prefilter {
  if (parts.some(isEveryText)) return EVERY_TEXT;
  const flat = unique(parts.flatMap((part) => (part.kind === "any" ? part.parts : [part])));
  return flat.length === 1 && flat[0] ? flat[0] : withinSize({ kind: "any", parts: flat });
}

/** The most strings of a filter: with more it takes longer than it saves. */
const MAX_TEXTS = 500;

function withinSize(filter: Prefilter): Prefilter {
  return sizeOf(filter) > MAX_TEXTS ? EVERY_TEXT : filter;
}

function sizeOf(filter: Prefilter): number {
  if (filter.kind === "contains") return 1;
  return filter.parts.reduce((sum, part) => sum + sizeOf(part), 1);
}

/** Returns each part once, in the given order. */
function unique(parts: readonly Prefilter[]): readonly Prefilter[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** True if the filter lets every text through. */
function isEveryText(filter: Prefilter): boolean {
  return filter.kind === "all" && filter.parts.length === 0;
}

/** True if a text may have a match; `contains` is true for the strings in it. */
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

/** Returns the filter for the bytes of UTF-8 texts, which then need not be decoded. */
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

/** The longest text that is searched for, in characters: a part of a longer one is as rare. */
const LONGEST_PART = 100;

/**
 * Returns texts of printable ASCII, of which every text that the filter lets through contains one at least. Undefined
 * if it asks for none.
 */
export function textsOfWhichOne(filter: Prefilter): readonly string[] | undefined {
  switch (filter.kind) {
    case "contains": {
      const parts = filter.text.match(/[\x20-\x7e]+/g) ?? [];
      const [longest] = parts.sort((a, b) => b.length - a.length);
      return longest === undefined ? undefined : [longest.slice(0, LONGEST_PART)];
    }
    case "all": {
      const asking = filter.parts.map(textsOfWhichOne).filter((texts) => texts !== undefined);
      return asking.sort((a, b) => rarityOf(b) - rarityOf(a))[0];
    }
    case "any": {
      const each = filter.parts.map(textsOfWhichOne);
      const isSure = each.every((texts) => texts !== undefined);
      return isSure ? [...new Set(each.flat())] : undefined;
    }
  }
}

/** The length of the shortest text: a longer one is rarer. */
function rarityOf(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length));
}
