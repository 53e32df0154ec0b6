/**
 * Returns a path that can stand in a line of text. Line ends, control characters, and those that turn the direction of
 * text are made visible, because they could make another line or message of it.
 */
export function visiblePath(path: string): string {
  return path.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, "\uFFFD");
}
