/**
 * Cuts a text to so many bytes of UTF-8, never inside of a character, and returns it with the number of bytes that were
 * dropped.
 */
export function truncateText(
  text: string,
  maxBytes: number,
): { readonly text: string; readonly dropped: number } {
  const bytes = Buffer.byteLength(text);
  if (bytes <= maxBytes) return { text, dropped: 0 };
  const target = new Uint8Array(Math.max(0, maxBytes));
  const { read, written } = new TextEncoder().encodeInto(text, target);
  return { text: text.slice(0, read), dropped: bytes - written };
}
