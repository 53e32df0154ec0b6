import { ToolError } from "../../model/tool-error.ts";

/** The longest text that is made: the result of a file, a replacement, the value of a variable. UTF-16 code units. */
export const MAX_TEXT = 10 * 1024 * 1024;

/** Thrown before a text is made that would be longer than {@link MAX_TEXT}. */
export class TextTooLongError extends ToolError {
  override readonly name = "TextTooLongError";
}

/** Throws a `TextTooLongError` for a length; `subject` names the text, at the beginning of the message. */
export function refuseTooLong(length: number, subject: string): void {
  if (length <= MAX_TEXT) return;
  const size = `${subject} would have ${Math.round(length)} characters`;
  throw new TextTooLongError(`${size}, and at most ${MAX_TEXT} are allowed`);
}

/** Counts the line ends of a text. */
export function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
