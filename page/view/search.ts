/** True if each word of a search stands somewhere in a text, in upper or lower case. */
export function hasWords(text: string, search: string): boolean {
  const words = wordsOf(search);
  if (words.length === 0) return true;
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}

/** Returns the words of a search, in lower case. */
export function wordsOf(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}
