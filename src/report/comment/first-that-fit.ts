/**
 * Returns the first texts that fit into so many UTF-16 code units, a line end after each, and the number of others.
 */
export function firstThatFit(
  texts: readonly string[],
  length: number,
): { readonly shown: readonly string[]; readonly left: number } {
  let used = 0;
  const firstTooMany = texts.findIndex((text) => {
    used += text.length + 1;
    return used > length;
  });
  const shown = firstTooMany < 0 ? texts : texts.slice(0, firstTooMany);
  return { shown, left: texts.length - shown.length };
}

/** Returns the room for the frame of a part and the sentence that leads elsewhere; UTF-16 code units. */
export function roomForRest(elsewhere: string): number {
  return elsewhere.length + 200;
}
