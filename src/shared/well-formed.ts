/** Returns the text with U+FFFD for each half of a surrogate pair, which neither UTF-8 nor XML nor most readers of JSON take. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, "\uFFFD");
}
