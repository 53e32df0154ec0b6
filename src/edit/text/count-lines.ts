import { countWhile } from "../../shared/lists/count-while.ts";

/** Counts the lines that end before an offset. */
export type LineCounter = (until: number) => number;

/** Returns a counter for a few questions about a text: each reads the text up to the offset. */
export function lineCounterOf(text: string): LineCounter {
  return (until) => {
    let count = 0;
    for (let at = text.indexOf("\n"); at !== -1 && at < until; at = text.indexOf("\n", at + 1))
      count += 1;
    return count;
  };
}

/** Returns a counter for many questions: it reads the text once. */
export function indexedLineCounterOf(text: string): LineCounter {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  return (until) => countWhile(ends, (end) => end < until);
}
