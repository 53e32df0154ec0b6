import type { Bounded, PartPlace } from "../../model/page/page-part.ts";
import { elementOf } from "./data-element.ts";

/** A part is written when it has about so many UTF-16 code units, which a browser parses in milliseconds. */
const PART = 200_000;

/** Gathers entries into parts of the page. */
export interface Parts {
  /** Returns the place of an entry. */
  add(entry: object, size: number): PartPlace;
  /** Yields the part that is gathered so far, if it is large enough or the last. */
  flush(isLast?: "last"): Iterable<string>;
}

/** Begins the parts of a page. */
export function gatherParts(): Parts {
  let [part, gathered] = [0, 0];
  let entries: object[] = [];
  return {
    add(entry, size) {
      gathered += size;
      return { part, at: entries.push(entry) - 1 };
    },
    *flush(isLast) {
      if (entries.length === 0 || (gathered < PART && isLast === undefined)) return;
      yield elementOf(`part-${part}`, entries);
      [part, gathered, entries] = [part + 1, 0, []];
    },
  };
}

/** Yields the parts that fill up while entries of a list are made, and returns the entries. */
export function* gatherList<Item, Entry>(
  { items, more }: Bounded<Item>,
  parts: Parts,
  entryOf: (item: Item) => Entry,
): Generator<string, Bounded<Entry>> {
  const entries: Entry[] = [];
  for (const item of items) {
    entries.push(entryOf(item));
    yield* parts.flush();
  }
  return { items: entries, more };
}
