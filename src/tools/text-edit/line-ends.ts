/** Whether every line end of a text is CRLF, and there is one. */
function hasCrlfOnly(text: string): boolean {
  return text.includes("\r\n") && !/(?<!\r)\n/.test(text);
}

/** Whether a text has line ends of both kinds. */
export function hasMixedLineEnds(text: string): boolean {
  return text.includes("\r\n") && /(?<!\r)\n/.test(text);
}

/**
 * A text that somebody wrote with `\n`, with the line ends of the file that it is for (A23): `\r\n` where
 * the file has no others. A text with a `\r` of its own, and one for a file with both kinds, is meant to the
 * letter.
 */
export function withLineEndsOf(file: string, written: string): string {
  const isAdapted = !written.includes("\r") && hasCrlfOnly(file);
  return isAdapted ? written.replaceAll("\n", "\r\n") : written;
}
