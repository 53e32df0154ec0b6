import type { Language } from "../../../edit/language/language.ts";
import { spansAfter } from "../../../edit/text/spans-after.ts";
import type { TextEdit } from "../../../model/edit.ts";

/** Made at its first use: reading the tables of Unicode takes milliseconds of every start. */
let word: RegExp | undefined;

const ASCII_WORD = /[\w$]/;

/** The languages in which two words may touch without two tokens becoming one, and the reason. */
const wordsMayTouch: Readonly<Record<Language, string>> = {
  html: "the text of a page is no tokens: `un<b>believ</b>able`",
  markdown: "it is text: `un**believ**able`",
  yaml: "a plain scalar is text",
  bash: 'a word is made of pieces that touch: `a"$B"` is `a$B`',
};

/**
 * Returns true if an edit runs into the word beside it: `return+new Date()` → `returnDate.now()`. The result often
 * parses as something else, so it counts as a syntax error; `after` is `before` with the edits (sorted).
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
    // The neighbours are in `after`: an edit beside this one may have written them.
    const [left, right] = [characterBefore(after, span.start), characterAt(after, span.end)];
    const first = characterAt(text, 0) || right;
    const last = characterBefore(text, text.length) || left;
    const wasGlued =
      areGlued(characterBefore(before, start), characterAt(before, start)) ||
      areGlued(characterBefore(before, end), characterAt(before, end));
    return !wasGlued && (areGlued(left, first) || areGlued(last, right));
  });
}

function isWord(character: string): boolean {
  const unit = character.charCodeAt(0);
  if (unit < 0x80) return ASCII_WORD.test(character);
  word ??= /[\p{ID_Continue}$]/u;
  return word.test(character);
}

/** Returns a whole character, which may be two code units: `𠮷` is part of a word. */
function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function characterBefore(text: string, index: number): string {
  const two = characterAt(text, index - 2);
  return two.length === 2 ? two : text.charAt(index - 1);
}
