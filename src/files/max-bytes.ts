import { MAX_FILE_BYTES } from "./decode-text.ts";

/** A cap that code of others gave, as it is. Throws a `RangeError` where it is no whole number from 1 to 10 MiB. */
export function checkMaxBytes(maxBytes: number): number {
  if (Number.isInteger(maxBytes) && maxBytes >= 1 && maxBytes <= MAX_FILE_BYTES) return maxBytes;
  throw new RangeError(`\`maxBytes\` must be a whole number from 1 to ${MAX_FILE_BYTES}.`);
}
