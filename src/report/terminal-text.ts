/**
 * Text that came from files, models or people, safe for a terminal: control characters (an escape sequence could
 * hide or forge output) are shown as `\x1b`; what turns the direction of text, or breaks a line where no line ends,
 * as `\u202e`. Tabs and line ends stay; a CR before a line end is part of it.
 */
export function terminalText(text: string): string {
  return text.replace(LIES, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

const LIES =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is about
  /\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * The same as a part of one line: a line end would let what comes after it pass for a line of Sluice's own, and is
 * shown as `\n`. Those at the end of the text, as a text of YAML has them, are left out.
 */
export function terminalLine(text: string): string {
  return terminalText(text.replace(/[\r\n]+$/, "").replace(/\r?\n/g, "\n")).replaceAll("\n", "\\n");
}

/** The same as lines of which all but the first are set in, so that none passes for a line of Sluice's own. */
export function terminalBlock(text: string): string {
  return terminalText(text.replace(/[\r\n]+$/, "")).replace(/\n(?!\r?\n)/g, "\n  ");
}
