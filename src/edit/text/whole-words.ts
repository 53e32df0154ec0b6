import type { TextEdit } from "../../model/edit.ts";

/** A character that may be a part of a name, also as a half of a pair or in an escape. */
const IN_NAME = /[\p{ID_Continue}$\\\u200c-\u200d\p{Cs}]/u;

/** Returns the same edits of a text with the whole words that they touch. They are sorted, and do not overlap. */
export function wholeWords(before: string, edits: readonly TextEdit[]): readonly TextEdit[] {
  const widened: TextEdit[] = [];
  for (const [index, edit] of edits.entries()) {
    const [floor, ceiling] = [widened.at(-1)?.end ?? 0, edits[index + 1]?.start ?? before.length];
    let { start, end } = edit;
    while (start > floor && IN_NAME.test(before.charAt(start - 1))) start -= 1;
    while (end < ceiling && IN_NAME.test(before.charAt(end))) end += 1;
    const text = before.slice(start, edit.start) + edit.text + before.slice(edit.end, end);
    const last = widened.at(-1);
    if (last?.end !== start) widened.push({ start, end, text });
    else widened.splice(-1, 1, { start: last.start, end, text: last.text + text });
  }
  return widened;
}
