import { MAX_FILE_BYTES } from "./decode-text.ts";

/**
 * Returns a cap that foreign code gave, unchanged. Throws a `RangeError` unless it is a whole number from 1 to 10 MiB.
 */
export function checkMaxBytes(maxBytes: number): number {
  if (Number.isInteger(maxBytes) && maxBytes >= 1 && maxBytes <= MAX_FILE_BYTES) return maxBytes;
  throw new RangeError(`\`maxBytes\` must be a whole number from 1 to ${MAX_FILE_BYTES}.`);
}
