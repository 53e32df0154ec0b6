import { messageOf } from "../../shared/message-of.ts";

/** Returns why the index cannot be changed. Git says of its lock in seven lines what this says in one. */
export function lockFault(error: unknown): string {
  const message = messageOf(error);
  const lock = /Unable to create '(.*\.lock)': File exists/.exec(message)?.[1];
  if (lock === undefined) return message;
  return `${lock} is there: another git runs, or was killed. If none runs, remove that file.`;
}
