import { withoutControls } from "../../shared/shown.ts";

/** The longest message of git that is shown; characters. */
const MAX_FAULT = 300;

/** Returns the first line of git, or of ssh, that says why: lines that a server has sent are a stranger's. */
export function serverFault(message: string): string {
  const lines = message.split("\n").filter((line) => !/^\s*$|^(remote|warning):/.test(line));
  return shortFault((lines[0] ?? message).replace(/^(fatal|error): /, ""));
}

/** Returns a text of git or of a server for a message: one line, bounded, without a point at its end. */
export function shortFault(text: string): string {
  return withoutControls(text.replace(/[.\s]+$/, "")).slice(0, MAX_FAULT);
}
