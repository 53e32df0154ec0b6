import { messageOf } from "../message-of.ts";
import { valueBelow } from "./value-below.ts";

/** Reads JSON that a stranger has written. */
export function readJson(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, "")) as unknown };
  } catch (error) {
    return { fault: `is no JSON: ${messageOf(error)}` };
  }
}

/** Returns the items of a list; none for anything else. */
export function listAt(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns a text at a key. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueBelow(value, ...keys);
  return typeof found === "string" ? found : undefined;
}

/** Returns a line or a column at a key; -1 for what is written there, but is no number of one. */
export function positionAt(value: unknown, ...keys: readonly string[]): number | undefined {
  return valueBelow(value, ...keys) === undefined ? undefined : (countAt(value, ...keys) ?? -1);
}

/** Returns a number of lines, columns or bytes at a key. */
export function countAt(value: unknown, ...keys: readonly string[]): number | undefined {
  const found = valueBelow(value, ...keys);
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
}
