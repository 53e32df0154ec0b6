import { parseText } from "../../../edit/engine/engine.ts";
import { findErrorNodes } from "../../../edit/engine/error-nodes.ts";
import type { Language } from "../../../edit/language/language.ts";

/**
 * The beginnings of a long file that are parsed before all of it; bytes. The parser takes ten times as long for broken
 * code as for other code, with ten times the memory, and nothing can stop it.
 */
const BEGINNINGS = [1 << 16, 1 << 18, 1 << 20] as const;

/** The errors of a beginning that is too broken: one in so many bytes. Few real files with errors have a hundred. */
const BYTES_OF_ERROR = 128;

/** Returns, of a long file whose beginning is so broken that the rest of it is not parsed, what its skip says. */
export function tooBroken(bytes: Uint8Array, language: Language): string | undefined {
  for (const size of BEGINNINGS) {
    if (bytes.length <= 2 * size) return undefined; // The whole of it costs little more.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, size).toString();
    const errors = findErrorNodes(parseText(text, language), language).length;
    if (errors * BYTES_OF_ERROR < size) continue;
    return `${errors} errors in its first ${size} bytes: the rest was not parsed`;
  }
  return undefined;
}
