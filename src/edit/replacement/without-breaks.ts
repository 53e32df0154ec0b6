/** A word whose code has to begin on its line, and white space with a line end. */
const BROKEN = /(?<![\w$.])(?:return|throw|yield|break|continue|async|raise)[ \t]*\r?\n\s*$/;

/** The same after what may be the sign of a comment, which may well end with such a word. */
const IN_COMMENT = /(?:\/[/*]|#|--|\*).*\r?\n\s*$/;

/** As far as a word is searched; UTF-16 code units. */
const LOOK_BACK = 512;

/** A part of the code that is written. */
export interface WrittenPart {
  readonly text: string;
  /** Pieces of it, or beside it, went or came. */
  readonly isChanged: boolean;
}

/**
 * Joins parts of code after the text `before` so that no line end that comes parts a word such as `return` from the
 * code after it. Parts that are as they were stay so.
 */
export function withoutBreaks(before: string, parts: readonly WrittenPart[]): string {
  const texts: string[] = [];
  let tail = /[\w$.]*[ \t]*$/.exec(before.slice(-LOOK_BACK))?.[0] ?? "";
  for (const { text: part, isChanged } of parts) {
    const code = part.trimStart();
    const space = part.slice(0, part.length - code.length);
    const isCode = isChanged && code !== "" && !/^[;})\]]/.test(code);
    const isBroken = isCode && BROKEN.test(tail + space) && !IN_COMMENT.test(tail + space);
    if (isBroken && !space.includes("\n")) texts.push(texts.pop()?.trimEnd() ?? "");
    const text = isBroken ? ` ${code}` : part;
    texts.push(text);
    tail = (tail + text.slice(-LOOK_BACK)).slice(-LOOK_BACK);
  }
  return texts.join("");
}
