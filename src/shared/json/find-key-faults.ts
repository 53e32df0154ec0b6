import { shown } from "../shown.ts";
import { MAX_DEPTH } from "../yaml/structure-fault.ts";

/** An object in a text of JSON whose keys are at fault. */
export interface KeyFault {
  /** A sentence. */
  readonly fault: string;
  /** The line of the key, from 1. */
  readonly line: number;
  /** The column of the key, from 1; UTF-16 code units. */
  readonly column: number;
}

/** The deepest object that is read, counted from 1. Only a value that `JSON.parse` hides has deeper ones. */
const DEEPEST = MAX_DEPTH + 1;

/** Far more keys than any object has: a `Set` that is much larger throws. */
const MAX_KEYS = 1_000_000;

const [QUOTE, COLON, BACKSLASH, OPEN, CLOSE] = [0x22, 0x3a, 0x5c, 0x7b, 0x7d];

/**
 * Finds the keys that an object has twice, at most `limit` of them, because `JSON.parse` hides all values but the last.
 * Takes linear time and does not recurse; `text` must be valid JSON, and its value must pass `structureFault`.
 */
export function findKeyFaults(text: string, limit: number): readonly KeyFault[] {
  const found: FoundFault[] = [];
  const keysAt: (Set<string> | undefined)[] = []; // Of the open object at each depth; undefined before its first key.
  let depth = 0;
  for (let at = 0; at < text.length && found.length < limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === OPEN) depth += 1;
    if (code === OPEN && depth <= DEEPEST) keysAt[depth] = undefined;
    if (code === CLOSE) depth -= 1;
    if (code !== QUOTE) continue;
    const start = at;
    at = endOfString(text, start);
    if (depth > DEEPEST || !isKey(text, at)) continue;
    const keys = keysAt[depth] ?? new Set();
    keysAt[depth] = keys;
    const fault = takeKey(keys, keyOf(text.slice(start, at + 1)));
    if (fault !== undefined) found.push({ fault, offset: start });
  }
  return withPlaces(text, found);
}

interface FoundFault {
  readonly fault: string;
  readonly offset: number;
}

/** Returns the end of a string: the first quote after an even number of backslashes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end;
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 0) return end;
  }
}

/** True if a colon follows the string that ends at `end`. */
function isKey(text: string, end: number): boolean {
  let at = end + 1;
  while (text.charCodeAt(at) <= 0x20) at += 1; // White space, as the text is valid.
  return text.charCodeAt(at) === COLON;
}

/** Returns the key without escapes: `"\u0061"` and `"a"` are the same key. */
function keyOf(written: string): string {
  return written.includes("\\") ? String(JSON.parse(written)) : written.slice(1, -1);
}

/** Adds a key to those of its object, or returns the fault. */
function takeKey(keys: Set<string>, key: string): string | undefined {
  if (keys.has(key)) return `the key \`${shown(key)}\` is in one object twice.`;
  if (keys.size === MAX_KEYS) return `an object has more than ${MAX_KEYS} keys.`;
  keys.add(key);
  return undefined;
}

/** Counts lines once for all faults, which are in the order of the text. */
function withPlaces(text: string, found: readonly FoundFault[]): readonly KeyFault[] {
  let [line, lineStart] = [1, 0];
  return found.map(({ fault, offset }) => {
    for (let end = text.indexOf("\n", lineStart); end !== -1 && end < offset; ) {
      line += 1;
      lineStart = end + 1;
      end = text.indexOf("\n", lineStart);
    }
    return { fault, line, column: offset - lineStart + 1 };
  });
}
