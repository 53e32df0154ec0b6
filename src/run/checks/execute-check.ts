import { statSync } from "node:fs";
import { join, sep } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import type { PolicyCheck } from "../../model/policy/checks.ts";
import { CHECK_TAIL } from "../../model/report/check-schema.ts";
import type { CheckRunReport } from "../../model/report/report.ts";
import type { Environment } from "../../model/world.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { runForTail, type TailResult } from "../../shared/process/run-for-tail.ts";
import { checkEnvironment } from "./check-environment.ts";
import type { Measured } from "./measured.ts";
import { type MeterWorld, openMeter } from "./open-meter.ts";

/** The part of a record that the command itself tells. */
type CheckEnd = Pick<CheckRunReport, "outcome" | "output"> &
  Partial<Pick<CheckRunReport, "exitCode" | "signal" | "why" | "omitted">>;

/** The world that checks run in. */
export interface CheckWorld {
  /** Absolute. */
  readonly root: string;
  readonly env: Environment;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
  readonly workspace: MeterWorld["workspace"];
}

/** A command that has ended; one whose check has a measure has passed only with its numbers. */
export interface ExecutedCheck {
  readonly end: CheckEnd;
  readonly measured?: Measured;
}

/**
 * Runs the command of a check. Never rejects: a command that cannot be started is a check that fails. `alsoRead`: the
 * files that had findings before.
 */
export async function executeCheck(
  check: PolicyCheck,
  { root, env, signal, workspace }: CheckWorld,
  alsoRead: Iterable<string>,
): Promise<ExecutedCheck> {
  const { run, shell, timeout, cwd, env: named, ok = [0], measure } = check;
  const place = folderOf(root, cwd);
  if ("fault" in place) return { end: { outcome: "not-started", why: place.fault, output: "" } };
  const meter =
    measure && openMeter(measure, check, { root, cwd: place.path, workspace, alsoRead });
  const ended = await runForTail(run, {
    cwd: place.path,
    env: checkEnvironment(env, named),
    shell,
    timeout,
    signal,
    tailBytes: CHECK_TAIL,
    onOutput: meter?.onOutput,
  });
  const { lost, tail, errors, code } = ended;
  // A report of findings is no output for people.
  const isReport = measure?.kind === "findings" && measure.from === "-";
  const omitted = isReport || lost === 0 ? undefined : lost;
  const output = { output: isReport ? errors : tail, ...definedOnly({ omitted }) };
  if (meter === undefined || code === null) return { end: { ...endOf(ended, ok), ...output } };
  const read = ended.isCut ? CUT : await meter.read(code);
  if ("fault" in read)
    return { end: { outcome: "failed", exitCode: code, why: read.fault, ...output } };
  return { end: { outcome: "passed", exitCode: code, ...output }, measured: read };
}

const CUT = { fault: "something that it started kept its output open" };

function endOf(
  { code, signal, stopped, startError }: TailResult,
  ok: readonly number[],
): Omit<CheckEnd, "output"> {
  if (startError !== undefined) return { outcome: "not-started", why: startError };
  if (stopped !== undefined) return { outcome: stopped === "timeout" ? "timeout" : "stopped" };
  const exitCode = code ?? undefined;
  return {
    outcome: code !== null && ok.includes(code) ? "passed" : "failed",
    ...definedOnly({ exitCode, signal }),
  };
}

/** Finds the folder of a check: a link on the way to it must not lead out of the root. */
function folderOf(
  root: string,
  cwd: string,
): { readonly path: string } | { readonly fault: string } {
  const [inside, path] = [realPathOf(root), realPathOf(join(root, cwd))];
  const isFolder =
    path !== undefined && statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (inside === undefined || !isFolder) return { fault: `There is no folder \`${cwd}\`.` };
  if (path === inside || path.startsWith(inside.endsWith(sep) ? inside : `${inside}${sep}`))
    return { path };
  return { fault: `The folder \`${cwd}\` is outside of the root: a link leads there.` };
}
