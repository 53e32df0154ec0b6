import highlighter from "highlight.js/lib/core";
import type { Range } from "../../src/shared/diff/changed-words.ts";
import { changesOf, pairsOf } from "./changes.ts";
import type { DiffLine, Hunk } from "./diff-lines.ts";
import { LANGUAGES } from "./languages.ts";
import { type Segment, splitSegments } from "./segments.ts";
import { type Token, TokenCollector } from "./token-collector.ts";

/** Longer texts stay plain: colors are not worth a page that does not answer. */
const MAX_UNITS = 200_000;

const GRAMMARS = new Map(LANGUAGES.map(({ name, grammar }) => [name, grammar]));

/** The grammar for each name that files are listed with. */
const NAMES = new Map(LANGUAGES.flatMap(({ name, of }) => of.map((alias) => [alias, name])));

highlighter.configure({ __emitter: TokenCollector });

const EMBEDDED: Readonly<Record<string, readonly string[]>> = {
  xml: ["javascript", "css"],
  markdown: ["xml"],
  javascript: ["xml", "css"],
  typescript: ["xml", "css"],
};

/** Returns the stretches of each line of a hunk: colors of its language, and the words that differ. */
export function colorLines(
  hunk: Hunk,
  language: string,
): ReadonlyMap<DiffLine, readonly Segment[]> {
  const tokens = new Map<DiffLine, readonly Token[]>();
  // Each side is read as one text, because a string or a comment may go over several lines.
  for (const side of ["added", "removed"] as const) {
    const lines = hunk.lines.filter(({ kind }) => kind === side || kind === "kept");
    const colors = highlightLines(
      lines.map(({ text }) => text),
      language,
    );
    for (const [index, line] of lines.entries()) tokens.set(line, colors[index] ?? []);
  }
  const marks = marksOf(hunk);
  return new Map(
    hunk.lines.map((line) => [line, splitSegments(tokens.get(line) ?? [], marks.get(line) ?? [])]),
  );
}

function marksOf(hunk: Hunk): ReadonlyMap<DiffLine, readonly Range[]> {
  const marks = new Map<DiffLine, readonly Range[]>();
  for (const { removed, added } of changesOf(hunk.lines))
    for (const [at, { index, words }] of pairsOf({ removed, added })) {
      const [before, after] = [removed[at], added[index]];
      if (before !== undefined) marks.set(before, words.removed);
      if (after !== undefined) marks.set(after, words.added);
    }
  return marks;
}

/** Returns the lines of a text in colors. A language that is not known, and a text that is too long, is plain. */
export function highlightLines(
  lines: readonly string[],
  language: string,
): readonly (readonly Token[])[] {
  const name = NAMES.get(language.toLowerCase());
  const text = lines.join("\n");
  const isPlain =
    name === undefined || text.length > MAX_UNITS || lines.some((line) => line.length > 2000);
  if (isPlain) return lines.map((line) => [{ text: line, scope: "" }]);
  register(name);
  const { _emitter: collector } = highlighter.highlight(text, {
    language: name,
    ignoreIllegals: true,
  });
  if (collector instanceof TokenCollector) return collector.lines();
  return lines.map((line) => [{ text: line, scope: "" }]);
}

/** Registers a grammar, and those that it embeds, when it is first needed: each takes time to compile. */
function register(name: string): void {
  if (highlighter.getLanguage(name) !== undefined) return;
  const grammar = GRAMMARS.get(name);
  if (grammar !== undefined) highlighter.registerLanguage(name, grammar);
  for (const part of EMBEDDED[name] ?? []) register(part);
}
