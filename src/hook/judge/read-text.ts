import { decodeText, MAX_FILE_BYTES } from "../../files/decode-text.ts";
import { readBounded } from "../../files/read-bounded.ts";

/** The text of a file, undefined if it is missing; or why it has none, as the end of a sentence. */
export type ReadText = { readonly before: string | undefined } | { readonly why: string };

/** Reads the text of a file that is to be edited. */
export async function readText(file: string): Promise<ReadText> {
  const read = await readBounded(file, MAX_FILE_BYTES);
  if (read.kind === "missing") return { before: undefined };
  if (read.kind === "unreadable") return { why: `cannot be read (${read.why})` };
  if (read.kind !== "bytes")
    return { why: read.kind === "too-large" ? "is too large" : "is no ordinary file" };
  const decoded = decodeText(read.bytes);
  return decoded.kind === "text" ? { before: decoded.text } : { why: "is no text in UTF-8" };
}
