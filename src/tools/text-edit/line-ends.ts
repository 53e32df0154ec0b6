/** Returns true if a text has line ends of both kinds. */
export function hasMixedLineEnds(text: string): boolean {
  return text.includes("\r\n") && /(?<!\r)\n/.test(text);
}

/**
 * Returns a written text with the line ends of its file (A23): `\r\n` if the file has no others. A text with a `\r` of
 * its own stays as it is, and so does a text for a file with line ends of both kinds.
 */
export function withLineEndsOf(file: string, written: string): string {
  const isAdapted = !written.includes("\r") && hasCrlfOnly(file);
  return isAdapted ? written.replaceAll("\n", "\r\n") : written;
}

/** Returns true if a text has line ends, and all of them are CRLF. */
function hasCrlfOnly(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

const BOM = "\uFEFF";

/** Returns a written text with the line ends, and the byte order mark, of its file (A23). */
export function inStyleOf(file: string, written: string): string {
  const text = withLineEndsOf(file, written);
  return file.startsWith(BOM) && !text.startsWith(BOM) ? BOM + text : text;
}
