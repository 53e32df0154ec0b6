/** Returns a text without its white space. */
export function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
