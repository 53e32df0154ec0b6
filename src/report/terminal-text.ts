/**
 * Returns text of files, models or people that is safe for a terminal: control characters (an escape sequence could
 * hide or forge output) are shown as `\x1b`, characters that turn the direction of text, break a line or are not seen
 * as `\u202e`, and so are halves of characters. What joins two emoji to one stays.
 * Tabs and line ends stay; a CR before a line end is part of it.
 */
export function terminalText(text: string): string {
  return text.replace(UNSAFE, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    if (code.length > 4) return `\\u{${code}}`;
    return code.length > 2 ? `\\u${code.padStart(4, "0")}` : `\\x${code.padStart(2, "0")}`;
  });
}

const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  /\r(?!\n)|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0000}-\u{e007f}]|(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/**
 * Returns safe text for a part of one line: line ends are shown as `\n`, so that no text passes for a line of Sluice.
 * Line ends at the end of the text, as YAML texts have them, are left out.
 */
export function terminalLine(text: string): string {
  return terminalText(text.replace(/[\r\n]+$/, "").replace(/\r?\n/g, "\n")).replaceAll("\n", "\\n");
}

/** Returns safe lines of which all but the first are indented, so that none passes for a line of Sluice. */
export function terminalBlock(text: string): string {
  return terminalText(text.replace(/[\r\n]+$/, "")).replace(/\n(?!\r?\n)/g, "\n  ");
}
