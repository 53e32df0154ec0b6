import { sha256 } from "../shared/sha256.ts";

/** The first line of a file of the cache, and the version of its form. */
const HEADER = "sluice cache 1";

/** Writes lines as the text of a file, behind the name of their owner and a checksum. */
export function writeLines(owner: string, lines: readonly string[]): string {
  const body = lines.join("\n");
  return `${HEADER}\n${owner}\n${sha256(body)}\n${body}\n`;
}

/** Returns the lines of such a text; none if it is damaged, cut off, of another owner or of another form. */
export function parseLines(owner: string, text: string | undefined): readonly string[] {
  const prefix = `${HEADER}\n${owner}\n`;
  const bodyStart = prefix.length + 64 + 1;
  if (!text?.startsWith(prefix) || !text.endsWith("\n")) return [];
  const body = text.slice(bodyStart, -1);
  const isWhole = text.slice(prefix.length, bodyStart) === `${sha256(body)}\n`;
  return isWhole && body !== "" ? body.split("\n") : [];
}
