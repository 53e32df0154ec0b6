/** Returns a dotted name without what may be between its parts. */
export function withoutBlanks(text: string): string {
  return text.replace(/#.*|[\s\\]+/g, "").normalize("NFKC");
}

/** Returns the end of the blanks, line continuations and comments at a place. */
export function skipBlanks(text: string, at: number): number {
  BLANKS.lastIndex = at;
  BLANKS.test(text);
  return Math.max(BLANKS.lastIndex, at);
}

const BLANKS = /(?:[\s\\]|#.*)*/y;
