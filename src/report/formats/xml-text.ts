import { terminalText } from "../terminal-text.ts";

/**
 * Returns the content of an element of XML 1.0. Characters that a terminal obeys or does not show are shown by their
 * numbers, as in every report; the others that XML forbids, such as half of a surrogate pair, are U+FFFD.
 */
export function xmlText(text: string): string {
  return (
    terminalText(text)
      .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      // A reader would make a line feed of it, also together with the one after it.
      .replaceAll("\r", "&#13;")
  );
}

/** Returns the value of an attribute, for double quotes. Blanks of all kinds are kept, of which readers make spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replaceAll('"', "&quot;").replaceAll("\t", "&#9;").replaceAll("\n", "&#10;");
}

/** Returns attributes with a blank before each, in order; those that are undefined are left out. */
export function xmlAttributes(
  attributes: Readonly<Record<string, string | number | undefined>>,
): string {
  return Object.entries(attributes)
    .map(([name, value]) =>
      value === undefined ? "" : ` ${name}="${xmlAttribute(String(value))}"`,
    )
    .join("");
}
