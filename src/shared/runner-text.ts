import type { Environment } from "../model/world.ts";
import { isRunnerLog } from "./ci/ci-systems.ts";

/** Returns text in which a runner reads no command. Keeps in mind if the text before it ended within a line. */
export type RunnerGuard = (text: string) => string;

/** The beginning of a line that a runner of GitHub reads as a command: it skips white space, and some skip colors. */
const COMMAND =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
  /(^|[\r\n])((?:[^\S\r\n]|\x1b\[[\d;]*m)*):(?=:|$)/g;

/** The older commands of GitHub, and those of Azure and TeamCity, which count anywhere in a line. */
const BRACKET_COMMAND = /##((?:vso|teamcity)?\[)/g;

/** A line that has nothing but white space and colors so far, and the beginning of a color that may end it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const BLANK = /^(?:\s|\x1b\[[\d;]*m)*(\x1b(?:\[[\d;]*)?)?$/;

/**
 * Makes a guard for one stream. It shows a character of a command as `\u003a`, `\u0023` or `\u005b`, which is the same
 * text in JSON. Unlike `stop-commands`, it holds if the process is killed, and if the text is printed later.
 */
export function createRunnerGuard(): RunnerGuard {
  let line = NEW_LINE;
  return (text) => {
    const guarded = guardedText(text, line);
    line = lineAfter(text, line);
    return guarded;
  };
}

/** Returns the texts of files as they are printed on this runner; unchanged elsewhere. */
export function runnerText(text: string, env: Environment = {}): string {
  return isRunnerLog(env) ? createRunnerGuard()(text) : text;
}

/** Yields a text of several pieces as it is printed on this runner; unchanged elsewhere. */
export function* runnerPieces(
  pieces: Iterable<string>,
  env: Environment = {},
): Generator<string, void> {
  const guard = isRunnerLog(env) ? createRunnerGuard() : undefined;
  for (const piece of pieces) yield guard === undefined ? piece : guard(piece);
}

/** The part of the line printed so far that counts for the text that follows. */
interface LineSoFar {
  readonly isBlank: boolean;
  /** The beginning of a color with which a blank line ends, without its numbers. */
  readonly color: string;
  /** The end of the line: the beginning of an older command may be in it. */
  readonly tail: string;
}

const NEW_LINE: LineSoFar = { isBlank: true, color: "", tail: "" };

/** The length of the longest beginning of an older command. */
const MAX_BEGUN = "##teamcity".length;

function lineAfter(text: string, before: LineSoFar): LineSoFar {
  const lineStart = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
  const { isBlank, color, tail } = lineStart > 0 ? NEW_LINE : before;
  const added = text.slice(lineStart);
  const blank = isBlank ? BLANK.exec(color + added) : null;
  return {
    isBlank: blank !== null,
    color: (blank?.[1] ?? "").slice(0, 2),
    tail: (tail + added.slice(-MAX_BEGUN)).slice(-MAX_BEGUN),
  };
}

function guardedText(text: string, { isBlank, color, tail }: LineSoFar): string {
  return (color + endGuarded(text, tail))
    .replace(COMMAND, (command: string, before: string, blank: string, at: number) =>
      before === "" && at === 0 && !isBlank ? command : `${before}${blank}\\u003a`,
    )
    .replace(BRACKET_COMMAND, "#\\u0023$1")
    .slice(color.length);
}

/** Guards a text that ends an older command whose beginning was printed before. */
function endGuarded(text: string, tail: string): string {
  const begun = tail + text.slice(0, MAX_BEGUN);
  for (const { index, 0: command } of begun.matchAll(BRACKET_COMMAND)) {
    const end = index + command.length - tail.length;
    if (index < tail.length && end > 0) return `${text.slice(0, end - 1)}\\u005b${text.slice(end)}`;
  }
  return text;
}
