import type { Language } from "../../../edit/language/language.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import type { TextEdit } from "../../../model/edit.ts";

/** Made when it is needed first: reading Unicode's tables takes milliseconds of every start. */
let word: RegExp | undefined;

function isWord(character: string): boolean {
  word ??= /[\p{ID_Continue}$]/u;
  return word.test(character);
}

/** Languages in which two words that come together are no two tokens made one, and why. */
const wordsMayTouch: Readonly<Record<Language, string>> = {
  html: "the text of a page is no tokens: `un<b>believ</b>able`",
  markdown: "it is text: `un**believ**able`",
  yaml: "a plain scalar is text",
  bash: 'a word is made of pieces that touch: `a"$B"` is `a$B`',
};

/**
 * Whether an edit runs into the word beside it: `return+new Date()` → `returnDate.now()`. The result
 * often parses, as something else; it counts as a syntax error that the edit adds. `after` is the text
 * that the edits (sorted) leave of `before`.
 */
export function gluesWords(
  { language, text: before }: { readonly language: Language; readonly text: string },
  after: string,
  edits: readonly TextEdit[],
): boolean {
  if (Object.hasOwn(wordsMayTouch, language)) return false;
  const areGlued = (left: string, right: string) => isWord(left) && isWord(right);
  const spans = spansAfter(edits);
  return edits.some(({ start, end, text }, index) => {
    const span = spans[index];
    if (span === undefined) return false;
    // What an edit beside it wrote is its neighbour too.
    const [left, right] = [characterBefore(after, span.start), characterAt(after, span.end)];
    const first = characterAt(text, 0) || right;
    const last = characterBefore(text, text.length) || left;
    const wasGlued =
      areGlued(characterBefore(before, start), characterAt(before, start)) ||
      areGlued(characterBefore(before, end), characterAt(before, end));
    return !wasGlued && (areGlued(left, first) || areGlued(last, right));
  });
}

/** A character may be two code units: `𠮷` is one of a word. */
function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function characterBefore(text: string, index: number): string {
  const two = characterAt(text, index - 2);
  return two.length === 2 ? two : text.charAt(index - 1);
}
