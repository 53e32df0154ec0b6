/** The most that a forge takes of a text, as it counts. */
export interface TextLimit {
  readonly limit: number;
  /** Counts UTF-16 code units, or bytes. */
  readonly sizeOf: (text: string) => number;
}

/** Counts the UTF-16 code units of a text. */
export const lengthOf = (text: string): number => text.length;

/** Returns a text that fits, of a writer that counts UTF-16 code units. */
export function writtenWithin(
  { limit, sizeOf }: TextLimit,
  write: (length: number) => string,
): string {
  for (let length = limit; ; ) {
    const text = write(length);
    const over = sizeOf(text) - limit;
    if (over <= 0 || length <= 0) return text;
    length -= over;
  }
}
