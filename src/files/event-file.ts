import { isRecord } from "../shared/is-record.ts";
import { readBounded } from "./read-bounded.ts";

/** The largest file of an event that is read; bytes. GitHub sends at most 25 MB. */
const MAX_EVENT = 32 * 1024 * 1024;

/** Reads an event; undefined if it cannot be read as one. */
export async function readEvent(
  file: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const read = await readBounded(file, MAX_EVENT);
  if (read.kind !== "bytes") return undefined;
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(read.bytes));
    return isRecord(event) ? event : undefined;
  } catch {
    return undefined; // Not JSON: the caller says what it then does not know.
  }
}

/** True for the whole id of a commit. */
export function isWholeId(value: unknown): value is string {
  return isText(value) && /^[0-9a-f]{40,64}$/.test(value);
}

/** True for a text. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The longest name that is read; UTF-16 code units. */
const MOST_NAME = 1000;

/** True for a text that may be a name. */
export function isName(value: unknown): value is string {
  return isText(value) && value !== "" && value.length <= MOST_NAME;
}

/** True for a number of a thing, from 1. */
export function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
