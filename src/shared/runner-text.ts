import type { Environment } from "../model/world.ts";

/** Returns text in which a runner reads no command. Keeps in mind if the text before it ended within a line. */
export type RunnerGuard = (text: string) => string;

/** The beginning of a line that a runner of GitHub reads as a command: it skips white space, and some skip colors. */
const COMMAND =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
  /(^|[\r\n])((?:[^\S\r\n]|\x1b\[[\d;]*m)*):(?=:|$)/g;

/** The older commands of GitHub, and those of Azure and TeamCity, which count anywhere in a line. */
const BRACKET_COMMAND = /##(?=(?:vso|teamcity)?\[)/g;

/** A line that has nothing but white space and colors so far. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence begins with one
const BLANK = /^(?:\s|\x1b\[[\d;]*m)*$/;

/** True if the log is read by a runner that takes commands from it: GitHub and its kin, Azure, TeamCity. */
export function isRunnerLog({ GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION }: Environment): boolean {
  const marks = [GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION];
  return marks.some((mark) => mark !== undefined && mark !== "" && mark !== "false");
}

/**
 * Makes a guard for one stream. It shows the first character of a command as `\u003a` or `\u0023`, which is the same
 * text in JSON. Unlike `stop-commands`, it holds if the process is killed, and if the text is printed later.
 */
export function createRunnerGuard(): RunnerGuard {
  let isBlank = true;
  return (text) => {
    const lineStart = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r")) + 1;
    const guarded = guardedText(text, isBlank);
    isBlank = (lineStart > 0 || isBlank) && BLANK.test(text.slice(lineStart));
    return guarded;
  };
}

/** Returns the texts of files as they are printed on this runner; unchanged elsewhere. */
export function runnerText(text: string, env: Environment = {}): string {
  return isRunnerLog(env) ? createRunnerGuard()(text) : text;
}

function guardedText(text: string, isAtLineStart: boolean): string {
  return text
    .replace(COMMAND, (command: string, before: string, blank: string, at: number) =>
      before === "" && at === 0 && !isAtLineStart ? command : `${before}${blank}\\u003a`,
    )
    .replace(BRACKET_COMMAND, "#\\u0023");
}
