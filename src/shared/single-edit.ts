import type { TextEdit } from "../model/edit.ts";

/**
 * Returns the one edit that turns `before` into `after`: the text between their common beginning and their common end.
 */
export function singleEdit(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let common = 0;
  while (common < shorter - start && before.at(-1 - common) === after.at(-1 - common)) common += 1;
  const end = before.length - common;
  return { start, end, text: after.slice(start, after.length - common) };
}
