import childProcess, { type ChildProcess } from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import { isRecord } from "../../shared/is-record.ts";

const STDOUT = 1;
const STDERR = 2;

/**
 * Lets the processes that this thread starts write to standard error where they would inherit standard output, which
 * belongs to reports. Only threads with code of recipes call it: it changes `node:child_process` for the whole thread.
 */
export function keepChildrenOffStdout(): void {
  // Every process that is not waited for is started by this method.
  const prototype = childProcess.ChildProcess.prototype as ChildProcess & Starter;
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    return spawn.call(this, redirected(options));
  };
  for (const name of ["spawnSync", "execSync", "execFileSync"] as const) {
    const start = childProcess[name] as Start;
    const redirecting: Start = (...values) =>
      start(...values.map((value) => (Array.isArray(value) ? value : redirected(value))));
    Object.assign(childProcess, { [name]: redirecting });
  }
  syncBuiltinESMExports();
}

/** A method that Node has without a type. */
interface Starter {
  spawn(options: unknown): unknown;
}

type Start = (...values: readonly unknown[]) => unknown;

function redirected(options: unknown): unknown {
  if (!isRecord(options) || options.stdio === undefined) return options;
  const { stdio } = options;
  const streams = Array.isArray(stdio) ? stdio : [stdio, stdio, stdio];
  return { ...options, stdio: streams.map(withoutStdout) };
}

/** An entry of `stdio`: a word, a number, or a stream that may have one. */
function withoutStdout(entry: unknown, index: number): unknown {
  const number = isRecord(entry) ? entry.fd : entry;
  return number === STDOUT || (number === "inherit" && index === STDOUT) ? STDERR : entry;
}
