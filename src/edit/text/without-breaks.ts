/** A word whose code has to begin on its line, and white space with a line end. */
const BROKEN = /(?<![\w$.])(?:return|throw|yield|break|continue|async|raise)[ \t]*\r?\n\s*$/;

/** As far as a word is searched; UTF-16 code units. */
const LOOK_BACK = 512;

/** Joins parts of code behind `head` so that no line end parts a word such as `return` from the code behind it. */
export function withoutBreaks(head: string, parts: readonly string[]): string {
  const texts: string[] = [];
  let tail = head;
  const push = (text: string) => {
    texts.push(text);
    tail = (tail + text.slice(-LOOK_BACK)).slice(-LOOK_BACK);
  };
  for (const part of parts) {
    const code = part.trimStart();
    const space = part.slice(0, part.length - code.length);
    const isBroken = code !== "" && !/^[;})\]]/.test(code) && BROKEN.test(tail + space);
    if (isBroken && !/\n/.test(space)) texts.push(texts.pop()?.trimEnd() ?? "");
    push(isBroken ? ` ${code}` : part);
  }
  return texts.join("");
}
