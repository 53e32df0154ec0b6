import type { Colors } from "picocolors/types.js";
import type {
  Excerpt,
  MatchNote,
  NearestNode,
  PatternReading,
} from "../../model/search/match-explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { NO, YES } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";

/** An op as it is shown: in one file, or over the files of a step. */
export interface ShownOp {
  readonly id: string;
  /** Said after the id: its language, or its pattern. */
  readonly about: string;
  /** The number of its matches, or why it has none. */
  readonly outcome: string;
  readonly isMatch: boolean;
  readonly places?: readonly Excerpt[];
  readonly patterns: readonly PatternReading[];
  readonly notes: readonly MatchNote[];
  /** The first is shown in full. */
  readonly nearest: readonly { readonly place: string; readonly node: Omit<NearestNode, "kind"> }[];
}

/** The most lines of a pattern's tree that are shown without `--verbose`. */
const MOST_OF_TREE = 12;

/** Returns an op: its outcome and matches, how its patterns were read, notes, and the nearest nodes. */
export function opLines(
  { id, about, outcome, isMatch, places = [], patterns, notes, nearest }: ShownOp,
  isVerbose: boolean,
  colors: Colors,
): readonly string[] {
  const mark = isMatch ? colors.green(YES) : colors.red(NO);
  const [first, ...others] = nearest;
  return [
    `  ${mark} ${colors.bold(terminalLine(id))}${about}: ${outcome}`,
    ...places.flatMap((place) => excerptLines(place, colors)),
    ...patterns.flatMap((pattern) => patternLines(pattern, isVerbose, colors)),
    ...notes.flatMap((note) => noteLines(note, "    ", colors)),
    ...(first === undefined ? [] : nearestLines(first, colors)),
    ...others.map(({ place, node }) => `    also ${place}: ${terminalLine(node.message)}`),
  ];
}

/** Returns the numbers of an op: its matches, `where` they are, and those that gave way. */
export function matchesText(matches: number, superseded: number, where = ""): string {
  const lost = superseded === 0 ? [] : [`${superseded} superseded`];
  const edits = matches === 0 ? "no edit" : `${countOf(matches, "match", "matches")}${where}`;
  return [edits, ...lost].join(", ");
}

/** Returns a note with its advice. */
export function noteLines(
  { message, hint, part }: MatchNote,
  indent: string,
  colors: Colors,
): readonly string[] {
  const key = part === undefined ? "" : `${colors.dim(terminalLine(part))}: `;
  const advice = hint === undefined ? [] : [`${indent}  hint: ${terminalLine(hint)}`];
  return [`${indent}! ${key}${terminalLine(message)}`, ...advice];
}

/** Returns how a pattern was read. */
function patternLines(
  { part, text, kind, selector, strictness, tree }: PatternReading,
  isVerbose: boolean,
  colors: Colors,
): readonly string[] {
  const bySelector = selector === undefined ? "" : `, by \`selector: ${terminalLine(selector)}\``;
  const how = strictness === "smart" ? "" : `, strictness ${strictness}`;
  const as =
    kind === undefined ? "no single node" : `${/^[aeiou]/i.test(kind) ? "an" : "a"} ${kind}`;
  const lines = isVerbose ? tree : tree.slice(0, MOST_OF_TREE);
  const cut = lines.length < tree.length ? ["… (--verbose shows all)"] : [];
  return [
    `    ${colors.dim(terminalLine(part))} ${terminalLine(text)}`,
    `      searches ${as}${bySelector}${how}`,
    ...[...lines, ...cut].map((line) => colors.dim(`      | ${terminalLine(line)}`)),
  ];
}

/** Returns the nearest node: the difference, the code, and the pattern, both with a caret. */
function nearestLines(
  { place, node }: ShownOp["nearest"][number],
  colors: Colors,
): readonly string[] {
  const { message, hint, part, found, wanted } = node;
  const key = part === undefined ? "" : ` (${terminalLine(part)})`;
  return [
    `    nearest, ${place}${key}: ${terminalLine(message)}`,
    ...excerptLines(found, colors),
    ...(wanted === undefined ? [] : markedLines(wanted, "      pattern | ", colors)),
    ...(hint === undefined ? [] : [`      hint: ${terminalLine(hint)}`]),
  ];
}

/** Returns a line of code with its number, and a caret below the mark. */
function excerptLines(excerpt: Excerpt, colors: Colors): readonly string[] {
  return markedLines(excerpt, `      ${excerpt.line} | `, colors);
}

function markedLines({ text, mark }: Excerpt, head: string, colors: Colors): readonly string[] {
  const { start, length } = mark;
  // Characters that a terminal obeys get longer when they are shown: the caret moves with them.
  const before = terminalLine(text.slice(0, start)).replace(/\S/gu, " ");
  const carets = "^".repeat(Math.max(1, terminalLine(text.slice(start, start + length)).length));
  return [
    `${colors.dim(head)}${terminalLine(text)}`,
    `${" ".repeat(head.length)}${before}${colors.yellow(carets)}`,
  ];
}
