/** Returns the lines with their line ends. Only `\n` ends a line: `\r` belongs to it, as for git. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
