import { lineIndentation } from "./indentation.ts";

/** The indentation of a replacement where tabs indent; ast-grep knows only spaces. */
export class TabIndentation {
  /** The white space before the match. */
  readonly #base: string;
  /** The spaces in the template that stand for one tab. */
  readonly #step: number;

  /** `texts` are the parts of the template that are no variables. */
  constructor(base: string, texts: readonly string[]) {
    this.#base = base;
    const steps = texts.flatMap((text) => text.match(/\n +(?=[^ \t\r\n]|$)/g) ?? []);
    // A template may have more lines than a call takes arguments.
    const least = steps.reduce((min, step) => Math.min(min, step.length - 1), Infinity);
    this.#step = Math.max(1, least);
  }

  /** Indents the lines that a text of the template begins; blank ones stay blank. */
  ofText(text: string): string {
    return text.replace(
      /\n([ \t]*)(?![ \t]|\r?\n)/g,
      (_, blanks: string) => `\n${this.#lineStart(blanks)}`,
    );
  }

  /** Moves a capture that began on a line with other white space to a variable on a line of the template. */
  ofCapture(code: string, from: string, line: string): string {
    return moveLines(code, from, this.#lineStart(/^[ \t]*/.exec(line)?.[0] ?? ""));
  }

  /** Returns the beginning of a line that has these blanks in the template: spaces become tabs by steps. */
  #lineStart(blanks: string): string {
    const spaces = blanks.includes("\t") ? 0 : blanks.length;
    const steps = "\t".repeat(spaces / this.#step) + " ".repeat(spaces % this.#step);
    return this.#base + (spaces === 0 ? blanks : steps);
  }
}

/**
 * Returns the indentation for a match; undefined where spaces indent. If nothing indents its line, the first line of
 * the text that is indented decides.
 */
export function tabIndentationAt(
  source: string,
  offset: number,
  texts: readonly string[],
): TabIndentation | undefined {
  const base = lineIndentation(source, offset);
  const isByTabs = base === "" ? indentsByTabs(source) : base.includes("\t");
  return isByTabs ? new TabIndentation(base, texts) : undefined;
}

/** The text that was looked at last: a file can have many matches. */
let known = { source: "", isByTabs: false };

/** True if a tab begins the first line that is indented; the one space of a comment's ` * ` does not indent. */
function indentsByTabs(source: string): boolean {
  if (known.source !== source)
    known = { source, isByTabs: /^(?:\t| {2})/m.exec(source)?.[0] === "\t" };
  return known.isByTabs;
}

/** Replaces the white space `from` at the beginning of all lines but the first. Lines without it stay. */
export function moveLines(code: string, from: string, to: string): string {
  if (from === to || !code.includes("\n")) return code;
  return code.replace(new RegExp(`\\n${from}(?!\\r?\\n)`, "g"), `\n${to}`);
}
