import { terminalText } from "./terminal-text.ts";

/**
 * Returns one line of Markdown of GitHub or GitLab that shows a text and does nothing else: no markup, no HTML, no
 * mention, no link, no further table cell. Safe inside a table.
 */
export function markdownText(text: string): string {
  const escaped = terminalText(text.replace(/\s*[\r\n\u2028\u2029]+\s*/g, " "))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_[\](){}#|~!]/g, "\\$&")
    // A space of no width: `@name` would notify a user, `#1` would leave a link in what has that number.
    .replace(BEGINNING, "$&&#8203;");
  // Two dollars in a line are a formula, unless each stands in an element of its own.
  const hasFormula = escaped.indexOf("$") !== escaped.lastIndexOf("$");
  return hasFormula ? escaped.replaceAll("$", () => "<span>$</span>") : escaped;
}

/**
 * The beginnings of mentions, of references, of links without brackets (`//`, `www.`), and of emoji: `:name:`, and of
 * numbers only these two, because `:3:7` is a place.
 */
const BEGINNING =
  /@|\/(?=\/)|(?:[#!~%$]|&amp;|\bGH-)(?=\d)|%(?=["\w])|\bwww(?=\.)|:(?=(?:100|1234|\d*[a-z+\\-][\w+\\-]*):)/gi;

/** Returns a code block whose fence is longer than any run of backticks inside. Ends without a line end. */
export function codeBlock(text: string, language = "text"): string {
  const fence = "`".repeat(Math.max(3, longestBackticks(text) + 1));
  return `${fence}${language}\n${terminalText(text).replace(/\r?\n$/, "")}\n${fence}`;
}

/** Returns the length of the longest run of backticks. */
export function longestBackticks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
