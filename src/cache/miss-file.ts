import { sha256 } from "../shared/sha256.ts";

/** The first line of a file of known misses, and the version of its form. */
const HEADER = "sluice known misses 1";

/** A content key, and nothing that could be something else. */
const KEY = /^[0-9a-f]{40,64}(\+\d+)?$/;

/**
 * Content keys as the text of a file: a header with the search and a checksum, then a key a line, sorted,
 * so that equal sets are equal bytes.
 */
export function writeMisses(searchKey: string, keys: Iterable<string>): string {
  const body = [...keys].sort().join("\n");
  return `${HEADER}\n${searchKey}\n${sha256(body)}\n${body}\n`;
}

/** The keys of such a text, or none where it is damaged, cut off, of another search or of another form. */
export function parseMisses(text: string, searchKey: string): readonly string[] {
  const prefix = `${HEADER}\n${searchKey}\n`;
  const bodyStart = prefix.length + 64 + 1;
  if (!text.startsWith(prefix) || !text.endsWith("\n")) return [];
  const body = text.slice(bodyStart, -1);
  if (text.slice(prefix.length, bodyStart) !== `${sha256(body)}\n`) return [];
  const keys = body.split("\n");
  return KEY.test(keys[0] ?? "") ? keys : [];
}
