/** Writes a text as a regular expression that finds just this text: for JavaScript, and for the engine. */
export function escapeRegex(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
