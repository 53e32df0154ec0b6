/**
 * A path as it can stand in a line of text: what ends a line, what turns the direction of text and other
 * control characters could make another line, or another message, of it.
 */
export function visiblePath(path: string): string {
  return path.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}
