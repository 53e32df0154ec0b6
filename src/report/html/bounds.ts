import type { Bounded, CutText } from "../../model/page/page-part.ts";
import { shorten } from "../../shared/shorten.ts";

/** The most that a page holds; the rest is in the other formats, and the page says how much is missing. */
export const PAGE_LIMITS = {
  /** Actions, and files, that are listed. */
  listed: 25_000,
  /** Entries of each other list. */
  entries: 5000,
  /** Entries of a list inside an entry: paths, owners, attached files. */
  inner: 100,
  /** UTF-16 code units of diffs, over the whole page, of one diff, and of one line of it. */
  diffs: 64_000_000,
  diff: 400_000,
  line: 2000,
  /** UTF-16 code units of a text of an item of a conversation, of a result, of data. */
  text: 20_000,
  /** UTF-16 code units of texts that stand in a line: labels, reasons, names. */
  words: 2000,
} as const;

/** The paths and owners that the entry of an action in a list has. */
export const LISTED_PATHS = 20;

/** Returns the first entries of a list. */
export function bounded<Item>(
  items: readonly Item[] = [],
  most: number = PAGE_LIMITS.entries,
): Bounded<Item> {
  return { items: items.slice(0, most), more: Math.max(0, items.length - most) };
}

/** Returns the first entries of a list, each as `entryOf` makes it. */
export function boundedMap<Item, Entry>(
  items: readonly Item[],
  entryOf: (item: Item) => Entry,
  most?: number,
): Bounded<Entry> {
  const { items: first, more } = bounded(items, most);
  return { items: first.map(entryOf), more };
}

/** Returns the beginning of a text. */
export function cutText(text: string, most: number = PAGE_LIMITS.text): CutText {
  if (text.length <= most) return { text, more: 0 };
  return { text: text.slice(0, most), more: text.length - most };
}

/** Returns a text within bounds. */
export function words(text: string): string {
  return text.length > PAGE_LIMITS.words ? shorten(text, PAGE_LIMITS.words) : text;
}
