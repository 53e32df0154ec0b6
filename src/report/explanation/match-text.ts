import type { Colors } from "picocolors/types.js";
import type {
  ExplainedOp,
  ExplainedStep,
  MatchExplanation,
} from "../../model/search/match-explanation.ts";
import { terminalLine } from "../terminal-text.ts";
import { matchesText, noteLines, opLines } from "./op-text.ts";

/** The extent of a text. */
interface MatchTextStyle {
  /** With the tree of every pattern, also of those that match. */
  readonly isVerbose: boolean;
}

/** Returns an explanation of matches for people. */
export function matchText(
  { recipe, path, line, steps }: MatchExplanation,
  { isVerbose }: MatchTextStyle,
  colors: Colors,
): string {
  const place = line === undefined ? path : `${path}:${line}`;
  const head = `${colors.bold(terminalLine(place))} and the recipe ${terminalLine(recipe)}`;
  const parts =
    steps.length === 0
      ? ["", "No step of the recipe has patterns: there is nothing to match."]
      : steps.flatMap((step) => stepLines(step, isVerbose, colors));
  return `${[head, ...parts].join("\n")}\n`;
}

function stepLines(
  { step, tool, reading, ops }: ExplainedStep,
  isVerbose: boolean,
  colors: Colors,
): readonly string[] {
  const read = reading.isRead ? `read as ${reading.language}` : colors.yellow("not searched");
  return [
    "",
    `step ${colors.bold(terminalLine(step))} (${tool}): ${read}`,
    ...reading.notes.flatMap((note) => noteLines(note, "  ", colors)),
    ...ops.flatMap((op) => ["", ...opInFileLines(op, isVerbose, colors)]),
  ];
}

/** Returns an op with its matches in the file, or with why it has none. */
function opInFileLines(op: ExplainedOp, isVerbose: boolean, colors: Colors): readonly string[] {
  const { id, language, matches, places, patterns, notes, nearest, state } = op;
  const isFound = state === "matches";
  const isRead = isFound && !isVerbose && nearest === undefined;
  const shownOp = {
    id,
    about: ` ${colors.dim(`(${language})`)}`,
    outcome: outcomeOf(op),
    isMatch: matches > 0,
    places: isFound ? places : [],
    patterns: isRead ? [] : patterns,
    notes,
    nearest: nearest === undefined ? [] : [{ place: `line ${nearest.found.line}`, node: nearest }],
  };
  return opLines(shownOp, isVerbose, colors);
}

function outcomeOf({ state, matches, superseded, places }: ExplainedOp): string {
  switch (state) {
    case "matches": {
      const shown = matches > places.length ? `, the first ${places.length}:` : "";
      return `${matchesText(matches, superseded)}${shown}`;
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
