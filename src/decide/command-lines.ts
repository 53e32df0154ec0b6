/** A line of a comment that begins with `/sluice`. */
export interface CommandLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** The reason why it is not read: it begins with a space, or the forge perhaps does not show it as text. */
  readonly doubt: string | undefined;
}

/** The lines after a fence, or a comment of HTML, belong to it until it ends. */
interface Enclosure {
  readonly kind: "fence" | "comment";
  readonly sign: string;
  /** The spaces before it: in an item of a list, a line with fewer would end both. */
  readonly indent: number;
}

/** Up to three spaces before a line are not seen; GitLab needs one before a command that it shows. */
const COMMAND = /^ {0,3}\/sluice(?=\s|$)/;
/** A fence of backticks has none after it. */
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
/** The beginning of a block of HTML, or of what could be one, also in a quote or an item of a list. */
const HTML_BLOCK = /^(?:[ \t]|[>*+-]|\d{1,9}[.)])*<[a-z/!?]/i;
/** Elements that show what is in them as code, as the words of others, as taken back, or not at all. */
const HTML_INSIDE = /<(?:blockquote|cite|code|del|details|kbd|pre|q|samp|s|strike|tt)\b/i;
/** Code in a line that ends in it. */
const CODE_SPAN = /`[^`\\]+`/g;
/** Signs that may lead from one line of a paragraph into the next: code, quotes, links, tags, tables, struck text. */
const LEADS_ON = /[`<>[\]~\\|]/;

/**
 * Finds the lines that are commands: at the very start of a line, outside of fences, quotes, indented code and HTML
 * comments. Markdown is not parsed: a line counts only if every reading of the lines before shows it as plain text, and
 * any other that is not plainly code or quoted is returned with its doubt. Each line is read once.
 */
export function commandLines(text: string): readonly CommandLine[] {
  const found: CommandLine[] = [];
  let inside: Enclosure | undefined;
  let [isPlain, unsure] = [true, ""];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const isBlank = trimmed(line) === "";
    if (inside !== undefined) {
      const next = insideOf(inside, line, isBlank);
      if (next === "lost") unsure ||= `of what begins before line ${index + 1} and ends there`;
      else {
        if (next === "ended") [inside, isPlain] = [undefined, true];
        continue;
      }
      inside = undefined;
    }
    if (isBlank) {
      isPlain = true;
      continue;
    }
    const opened = opening(line);
    if (opened !== undefined) {
      inside = opened;
      continue;
    }
    if (COMMAND.test(line)) {
      const doubt = unsure === "" ? lineDoubt(line, isPlain) : `${AWAY} ${unsure}`;
      found.push({ line: index + 1, text: line, doubt });
    } else if (!isWholeComment(line) && (HTML_BLOCK.test(line) || HTML_INSIDE.test(line)))
      unsure ||= `of the HTML in line ${index + 1}`;
    else if (line.includes("$$")) unsure ||= `of the formula in line ${index + 1}`;
    isPlain &&= !LEADS_ON.test(line.replace(CODE_SPAN, ""));
  }
  return found;
}

const AWAY = "It may be shown as something else because";

function lineDoubt(line: string, isPlain: boolean): string | undefined {
  if (line.startsWith(" ")) return "It begins with a space: take that away";
  return isPlain ? undefined : "It belongs to the lines above it: put an empty line before it";
}

function opening(line: string): Enclosure | undefined {
  const [, spaces = "", fence] = FENCE.exec(line) ?? [];
  if (fence !== undefined) return { kind: "fence", sign: fence, indent: spaces.length };
  const isComment = line.startsWith("<!--") && !line.includes("-->", 2);
  return isComment ? { kind: "comment", sign: "-->", indent: 0 } : undefined;
}

/** A comment of HTML that is alone in its line leads nowhere. */
function isWholeComment(line: string): boolean {
  return line.startsWith("<!--") && line.indexOf("-->", 2) === trimmed(line).length - 3;
}

function insideOf(
  { kind, sign, indent }: Enclosure,
  line: string,
  isBlank: boolean,
): "inside" | "ended" | "lost" {
  if (kind === "comment") {
    const end = line.indexOf(sign);
    if (end < 0) return "inside";
    return trimmed(line.slice(end + sign.length)) === "" ? "ended" : "lost";
  }
  const [, , fence = ""] = FENCE.exec(line) ?? [];
  if (!isBlank && !line.startsWith(" ".repeat(indent))) return "lost";
  return fence.startsWith(sign) && trimmed(line) === fence ? "ended" : "inside";
}

/** To Markdown, only these two are white space in a line. */
function trimmed(line: string): string {
  return line.replace(/^[ \t]+/, "").replace(/(?<![ \t])[ \t]+$/, "");
}
