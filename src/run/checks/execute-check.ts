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

/** The part of a record that the command itself tells. */
export type CheckEnd = Pick<CheckRunReport, "outcome" | "output"> &
  Partial<Pick<CheckRunReport, "exitCode" | "signal" | "why" | "omitted">>;

/** The world that checks run in. */
export interface CheckWorld {
  /** Absolute. */
  readonly root: string;
  readonly env: Environment;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
}

/** Runs the command of a check. Never rejects: a command that cannot be started is a check that fails. */
export async function executeCheck(
  { run, shell, timeout, cwd, env: named }: PolicyCheck,
  { root, env, signal }: CheckWorld,
): Promise<CheckEnd> {
  const place = folderOf(root, cwd);
  if ("fault" in place) return { outcome: "not-started", why: place.fault, output: "" };
  const ended = await runForTail(run, {
    cwd: place.path,
    env: checkEnvironment(env, named),
    shell,
    timeout,
    signal,
    tailBytes: CHECK_TAIL,
  });
  const { lost, tail } = ended;
  return { ...endOf(ended), output: tail, ...(lost === 0 ? {} : { omitted: lost }) };
}

function endOf({ code, signal, stopped, startError }: TailResult): Omit<CheckEnd, "output"> {
  if (startError !== undefined) return { outcome: "not-started", why: startError };
  if (stopped !== undefined) return { outcome: stopped === "timeout" ? "timeout" : "stopped" };
  const exitCode = code ?? undefined;
  return { outcome: code === 0 ? "passed" : "failed", ...definedOnly({ exitCode, signal }) };
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
