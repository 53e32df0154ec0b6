/** Returns the text, cut to `length` characters (code points) if it is longer, with `…` as the last one. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text.slice(0, 2 * length + 2)]; // A character has at most two code units.
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}
