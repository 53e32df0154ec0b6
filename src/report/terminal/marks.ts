import type { Colors } from "picocolors/types.js";
import { type ActionReport, type ActionState, isWarned } from "../../model/report/report.ts";
import { terminalLine } from "../terminal-text.ts";

/** The marks of what holds, or is there, and of what is not. */
export const YES = "✔";
export const NO = "✘";
const WARNED = "!";

/** The mark, the name and the color of each state. */
const STATES: Readonly<
  Record<ActionState, readonly [mark: string, words: string, color: "yellow" | "green" | "red"]>
> = {
  pending: ["•", "pending", "yellow"],
  "would-apply": [YES, "would apply", "green"],
  applied: [YES, "applied", "green"],
  discarded: [NO, "discarded", "red"],
  held: ["◼", "held", "yellow"],
  failed: [NO, "failed", "red"],
};

/** Returns the name of a state, with its mark and in its color. */
function stateText(state: ActionState, colors: Colors): string {
  const [mark, words, color] = STATES[state];
  return colors[color](`${mark} ${words}`);
}

/** Returns the name of the state of an action, as {@link stateText}, and if a rule warns of it. */
export function actionStateText(
  action: Pick<ActionReport, "state" | "warned">,
  colors: Colors,
): string {
  if (!isWarned(action)) return stateText(action.state, colors);
  return colors.yellow(`${WARNED} ${STATES[action.state][1]} with a warning`);
}

/** Returns the name of the state of an action of a past run, in its color; a journal has states of its own. */
export function pastStateText(state: string, colors: Colors): string {
  const known = Object.entries(STATES).find(([name]) => name === state)?.[1];
  return known === undefined ? terminalLine(state) : colors[known[2]](known[1]);
}

/** Returns a number of actions in a state, in its color: `3 held`. */
export function countOfState(count: number, state: ActionState, colors: Colors): string {
  const [, words, color] = STATES[state];
  return colors[color](`${count} ${words}`);
}

/** The replacement of each character of Sluice on a terminal that shows only ASCII. */
const IN_ASCII: Readonly<Record<string, string>> = {
  ...{ "✔": "v", "✘": "x", "◼": "#", "•": "*", "›": ">", "→": "->", "…": "...", "─": "-" },
  ...{ "–": "-", "—": "-", "·": "|", "−": "-", "“": '"', "”": '"', "’": "'", "│": "|", "×": "x" },
};

const REPLACED = new RegExp(`[${Object.keys(IN_ASCII).join("")}]`, "g");

/** Returns code with the characters that {@link asciiText} replaces as `\u2192`: two lines that differ stay so. */
export function withoutMarks(code: string): string {
  return code.replace(
    REPLACED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Returns a text in which the characters that Sluice itself uses are ASCII. */
export function asciiText(text: string): string {
  return text.replace(REPLACED, (character) => IN_ASCII[character] ?? character);
}
