import { canonicalJson } from "../canonical-json.ts";
import { isRecord } from "../is-record.ts";

/** Values so many levels below the whole are one piece each: a file of an action of a plan. */
const MAX_DEPTH = 4;

/** Yields the text of {@link canonicalJson} piece by piece, so that it is never in memory as a whole. */
export function* canonicalPieces(value: unknown, depth = 0): Generator<string, void> {
  const isList = Array.isArray(value);
  if (depth === MAX_DEPTH || (!isList && !isRecord(value))) {
    yield canonicalJson(value);
    return;
  }
  yield isList ? "[" : "{";
  let separator = "";
  for (const [key, item] of isList ? value.entries() : fieldsOf(value)) {
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* canonicalPieces(item, depth + 1);
    separator = ",";
  }
  yield isList ? "]" : "}";
}

/** Returns the fields that have a value, sorted by their keys. */
function fieldsOf(value: Readonly<Record<string, unknown>>): readonly [string, unknown][] {
  return Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
