import type { Alert } from "../model/alert.ts";
import { withUnwrittenReport } from "../model/exit-code.ts";
import type { LeftoverReport, Report } from "../model/report/report.ts";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import type { RunWorld, VerifyRequest } from "../request/request.ts";
import { countOf } from "../shared/count-of.ts";
import { messageOf } from "../shared/message-of.ts";
import { foldersAbove } from "../shared/paths/folders-above.ts";
import { startGitListing } from "../tree/git-listing.ts";
import { RunWriter } from "../tree/write/run-writer.ts";
import { takeWriting, unfinishedAlert } from "../tree/write/take-writing.ts";
import { changeBack } from "./tree-before.ts";
import { isUnaccepted } from "./verdicts.ts";
import { isText, type Leftover } from "./verified-tree.ts";

/** The leftovers of a tree, and what was said of each. */
interface NamedLeftovers {
  readonly left: readonly Leftover[];
  readonly named: readonly LeftoverReport[];
}

/** The outcome of taking leftovers back. */
interface Reverted extends Pick<NamedLeftovers, "named"> {
  readonly report: Report;
}

/**
 * Takes back all leftovers that the policy does not apply, as one transaction of a run of its own: `undo` brings them
 * again. A file that has changed since it was compared stays, and then all do. A file whose place is taken comes back
 * with the next call, when that is free.
 */
export async function revertLeftovers(
  { left, named }: NamedLeftovers,
  report: Report,
  { request, world }: { readonly request: VerifyRequest; readonly world: RunWorld },
): Promise<Reverted> {
  const { root, lockTimeout } = request;
  const refused = new Set(named.flatMap((one) => (isUnaccepted(one) ? [one.path] : [])));
  const back = left.flatMap((one) => (refused.has(one.path) ? changeBack(one) : []));
  const writes = withFreePlace(back, left);
  if (writes.length === 0) return { report, named: named.map(keptLeftover) };
  const signal = AbortSignal.any([world.interrupted, world.timedOut]);
  const listing = startGitListing(root, world.env, { signal });
  const asked = { root, command: "verify", lockTimeout, signal, listing };
  const writing = await takeWriting(asked, world);
  if (writing.kind !== "writing")
    return {
      report: unwritten(report, { code: "refused", message: writing.message }, world),
      named,
    };
  try {
    const id = writing.freeRunId(report.run.id);
    const run = { ...report.run, id };
    const { startedAt } = run;
    const writer = new RunWriter(
      writing.journal({ id, command: "verify", startedAt, recipes: [] }),
    );
    const label = `Revert: ${countOf(writes.length, "file")}`;
    const note = { id: "revert", label, reason: "The policy does not apply it." };
    const error: unknown = await writer.commit(writes, note).catch((reason: unknown) => reason);
    if (error !== undefined) {
      const code = error instanceof StaleFileError ? "stale" : "apply-failed";
      return { report: unwritten(report, { code, message: messageOf(error) }, world), named };
    }
    const done = new Set(writes.map(({ path }) => path));
    const marked = named.map((one) =>
      done.has(one.path) ? { ...one, isReverted: true as const } : keptLeftover(one),
    );
    const kept = { ...report, run };
    const unfinished = await writer.end(kept).catch(messageOf);
    const whole =
      unfinished === undefined ? kept : withAlert(kept, unfinishedAlert(unfinished), world);
    await writing.prune();
    return { report: whole, named: marked };
  } finally {
    await writing.release();
  }
}

/** Leaves out the files that come back where a folder or a link is now, or below something that is no folder. */
function withFreePlace(
  writes: readonly TextChange[],
  left: readonly Leftover[],
): readonly TextChange[] {
  const there = left.filter(({ after }) => !isText(after) || after.hash !== null);
  const taken = new Set(there.map(({ path }) => path));
  const folders = foldersAbove(taken);
  const isFree = (path: string) =>
    !folders.has(path) && ![...foldersAbove([path])].some((folder) => taken.has(folder));
  return writes.filter(({ path, preHash }) => preHash !== null || isFree(path));
}

/** Says of a leftover that should go that it was left alone: it is no text, or its place is taken. */
function keptLeftover(one: LeftoverReport): LeftoverReport {
  return isUnaccepted(one) ? { ...one, reason: `${one.reason} It was not taken back.` } : one;
}

function unwritten(
  report: Report,
  { code, message }: Pick<Alert, "code" | "message">,
  world: RunWorld,
) {
  const alert: Alert = { level: "error", code, message: `Nothing was taken back: ${message}` };
  return withAlert(report, alert, world);
}

function withAlert(report: Report, alert: Alert, { emit }: RunWorld): Report {
  emit({ type: "alert", alert });
  return { ...withUnwrittenReport(report), alerts: [...report.alerts, alert] };
}
