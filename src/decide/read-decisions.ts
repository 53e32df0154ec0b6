import { countOf } from "../shared/count-of.ts";
import { commandLines } from "./command-lines.ts";
import { type ParsedCommand, parseCommand } from "./parse-command.ts";

/** A line of a comment that decides, or tries to. */
export type ReadDecision = ParsedCommand & {
  /** From 1. */
  readonly line: number;
};

/** A forge takes no longer comment; UTF-16 code units, lines, commands. */
const [MOST_TEXT, MOST_LINES, MOST_COMMANDS] = [100_000, 10_000, 100];

/**
 * Reads the decisions out of a comment of a person: each line that begins with `/sluice`. Who wrote it, and if it was
 * edited since, is for the caller to look at. A comment beyond the bounds decides nothing.
 */
export function readDecisions(text: string): readonly ReadDecision[] {
  if (!text.includes("/sluice")) return [];
  const tooLong = boundFault(text);
  if (tooLong !== undefined) return [{ kind: "fault", message: tooLong, line: 1 }];
  const lines = commandLines(text);
  const read = lines.slice(0, MOST_COMMANDS).map(({ line, text: command, doubt }): ReadDecision => {
    const message = `This line is not read. ${doubt}.`;
    return doubt === undefined
      ? { ...parseCommand(command), line }
      : { kind: "fault", message, line };
  });
  const next = lines[MOST_COMMANDS];
  if (next === undefined) return read;
  const more = countOf(lines.length - MOST_COMMANDS, "more command is", "more commands are");
  const message = `${more} not read: a comment may have ${MOST_COMMANDS}.`;
  return [...read, { kind: "fault", message, line: next.line }];
}

function boundFault(text: string): string | undefined {
  if (text.length > MOST_TEXT)
    return `The comment has more than ${MOST_TEXT} characters, and none of it is read.`;
  let lines = 0;
  for (let at = 0; at >= 0 && lines <= MOST_LINES; lines += 1) at = text.indexOf("\n", at + 1);
  return lines > MOST_LINES
    ? `The comment has more than ${MOST_LINES} lines, and none of it is read.`
    : undefined;
}
