import type { Colors } from "picocolors/types.js";
import type {
  ExplainedOp,
  ExplainedStep,
  MatchExplanation,
  MatchNote,
} from "../../model/search/match-explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { NO, YES } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";
import { excerptLines, nearestLines } from "./match-excerpts.ts";

/** The extent of a text. */
interface MatchTextStyle {
  /** With the tree of every pattern, also of those that match. */
  readonly isVerbose: boolean;
}

/** The most lines of a pattern's tree that are shown without `--verbose`. */
const MOST_OF_TREE = 12;

/** Returns an explanation of matches for people. */
export function matchText(
  { recipe, path, line, steps }: MatchExplanation,
  style: MatchTextStyle,
  colors: Colors,
): string {
  const place = line === undefined ? path : `${path}:${line}`;
  const head = `${colors.bold(terminalLine(place))} and the recipe ${terminalLine(recipe)}`;
  const none = ["", "No step of the recipe has patterns: there is nothing to match."];
  const parts = steps.length === 0 ? none : steps.flatMap((step) => stepLines(step, style, colors));
  return `${[head, ...parts].join("\n")}\n`;
}

function stepLines(
  { step, tool, reading, ops }: ExplainedStep,
  style: MatchTextStyle,
  colors: Colors,
): readonly string[] {
  const read = reading.isRead ? `read as ${reading.language}` : colors.yellow("not searched");
  return [
    "",
    `step ${colors.bold(terminalLine(step))} (${tool}): ${read}`,
    ...reading.notes.flatMap((note) => noteLines(note, "  ", colors)),
    ...ops.flatMap((op) => opLines(op, style, colors)),
  ];
}

/** Returns an op with its matches, or with why it has none. */
function opLines(
  op: ExplainedOp,
  { isVerbose }: MatchTextStyle,
  colors: Colors,
): readonly string[] {
  const { id, language, places, patterns, notes, nearest, state } = op;
  const isMatch = state === "matches";
  const mark = isMatch ? colors.green(YES) : colors.red(NO);
  const trees = isMatch && !isVerbose && nearest === undefined ? [] : patterns;
  return [
    "",
    `  ${mark} ${colors.bold(terminalLine(id))} ${colors.dim(`(${language})`)}: ${stateText(op)}`,
    ...(isMatch ? places.flatMap((place) => excerptLines(place, "      ", colors)) : []),
    ...trees.flatMap((pattern) => patternLines(pattern, isVerbose, colors)),
    ...notes.flatMap((note) => noteLines(note, "    ", colors)),
    ...(nearest === undefined ? [] : nearestLines(nearest, colors)),
  ];
}

function stateText({ state, matches, superseded, places }: ExplainedOp): string {
  switch (state) {
    case "matches": {
      const more = superseded === 0 ? "" : `, ${superseded} superseded`;
      const shown = matches > places.length ? `, the first ${places.length}:` : "";
      return `${countOf(matches, "match", "matches")}${more}${shown}`;
    }
    case "no-match":
      return "no match";
    case "invalid":
      return "not valid in this language";
    case "other-language":
      return "for another language";
    case "left-out":
      return "takes no part";
  }
}

/** Returns how a pattern was read. */
export function patternLines(
  { part, text, kind, selector, strictness, tree }: ExplainedOp["patterns"][number],
  isVerbose: boolean,
  colors: Colors,
): readonly string[] {
  const chosen = selector === undefined ? "" : `, by \`selector: ${terminalLine(selector)}\``;
  const how = strictness === "smart" ? "" : `, strictness ${strictness}`;
  const as =
    kind === undefined ? "no single node" : `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
  const lines = isVerbose ? tree : tree.slice(0, MOST_OF_TREE);
  const cut = lines.length < tree.length ? ["… (--verbose shows all)"] : [];
  return [
    `    ${colors.dim(terminalLine(part))} ${terminalLine(text)}`,
    `      searches ${as}${chosen}${how}`,
    ...[...lines, ...cut].map((line) => colors.dim(`      | ${terminalLine(line)}`)),
  ];
}

/** Returns a note with its advice. */
export function noteLines(
  { message, hint, part }: MatchNote,
  indent: string,
  colors: Colors,
): readonly string[] {
  const where = part === undefined ? "" : `${colors.dim(terminalLine(part))}: `;
  const advice = hint === undefined ? [] : [`${indent}  hint: ${terminalLine(hint)}`];
  return [`${indent}! ${where}${terminalLine(message)}`, ...advice];
}
