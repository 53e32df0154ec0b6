import { readdirSync, readFileSync } from "node:fs";
import { sha256 } from "../sha256.ts";

/** The variable that everything inherits which a command starts. */
export const MARK_VARIABLE = "SLUICE_STARTED";

let own: string | undefined;
let starts = 0;

/** Returns a mark that no other process on this machine has given: that of this process, and a number. */
export function nextMark(): string {
  own ??= sha256(textOf("/proc/self/stat")).slice(0, 16);
  starts += 1;
  return `${own}-${starts}`;
}

/** The most looks for processes that start others while they are ended. */
const MOST_LOOKS = 20;

/**
 * Ends all processes whose mark is this one, also those that left their group, as a daemon does. Nothing happens on
 * systems other than Linux, and to processes that started without the variables of the command.
 */
export function endMarked(mark: string): void {
  if (process.platform !== "linux") return;
  const entry = `${MARK_VARIABLE}=${mark}`;
  for (let look = 0; look < MOST_LOOKS; look++) {
    const marked = processIds().filter((pid) => variablesOf(pid).includes(entry));
    if (marked.length === 0) return;
    for (const pid of marked) end(pid);
  }
}

function processIds(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return []; // A container may hide it.
  }
}

/** Returns the variables with which a process was started; none of a process that is another user's, or has ended. */
function variablesOf(pid: number): readonly string[] {
  return textOf(`/proc/${pid}/environ`).split("\0");
}

/** Returns an empty text if a file cannot be read. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return "";
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
