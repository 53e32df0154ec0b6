/** Returns a name in the Unicode form in which Python compares names. */
export function nameOf(text: string): string {
  return /[^\x20-\x7e]/.test(text) ? text.normalize("NFKC") : text;
}
