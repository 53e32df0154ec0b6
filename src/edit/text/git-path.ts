// The escapes that git writes by name; other control characters become three octal digits.
const namedEscapes: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/**
 * Writes a path as the header of a patch names it: in C-style quotes if it has a quote, a backslash or a control
 * character. Other letters stay as they are, as in git with `core.quotePath=false`.
 */
export function quoteGitPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for control characters
  const escaped = path.replace(/[\x00-\x1f\x7f"\\]/g, escapeCharacter);
  return escaped === path ? path : `"${escaped}"`;
}

function escapeCharacter(character: string): string {
  const octal = character.charCodeAt(0).toString(8).padStart(3, "0");
  return namedEscapes[character] ?? `\\${octal}`;
}
