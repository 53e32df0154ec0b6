/** A word whose code has to begin on its line, and white space with a line end. */
const BROKEN = /(?<![\w$.])(?:return|throw|yield|break|continue|async|raise)[ \t]*\r?\n\s*$/;

/** As far as a word is searched; UTF-16 code units. */
const LOOK_BACK = 512;

/** Joins parts of code behind `head` so that no line end parts a word such as `return` from the code behind it. */
export function withoutBreaks(head: string, parts: readonly string[]): string {
  let text = head;
  for (const part of parts) {
    const code = part.trimStart();
    if (code === "" || /^[;})\]]/.test(code)) {
      text += part;
      continue;
    }
    const space = part.slice(0, part.length - code.length);
    text = BROKEN.test((text + space).slice(-LOOK_BACK))
      ? `${(text + space).trimEnd()} `
      : text + space;
    text += code;
  }
  return text.slice(head.length);
}
