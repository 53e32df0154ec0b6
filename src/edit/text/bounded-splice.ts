import type { Replacement } from "../../model/edit.ts";
import { ToolError } from "../../model/tool-error.ts";
import { splice } from "./splice.ts";
import { MAX_TEXT } from "./text-length.ts";

/**
 * Makes the text with the edits, or throws a `ToolError` before it does if the text would be too long: ops that feed on
 * their own result grow without end.
 */
export function boundedSplice(text: string, edits: readonly Replacement[]): string {
  if (lengthAfter(text, edits) <= MAX_TEXT) return splice(text, edits);
  throw new ToolError(`the result would be longer than ${MAX_TEXT} characters.`);
}

/** Returns the length of the text that the edits would give; UTF-16 code units. */
export function lengthAfter(text: string, edits: readonly Replacement[]): number {
  return edits.reduce(
    (sum, { start, end, text: { length } }) => sum + length - (end - start),
    text.length,
  );
}
