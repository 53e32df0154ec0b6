/**
 * Text that came from files or people, safe for a terminal: control characters (an escape sequence
 * could hide or forge output) are shown as `\x1b`. Tabs and line ends stay; a CR before a line end
 * is part of it.
 */
export function terminalText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
  return text.replace(/\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}
