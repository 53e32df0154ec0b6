import type { RunJournal } from "../apply/commit/run-journal.ts";
import { keepResolved } from "../apply/state/resolved-actions.ts";
import { listRunFolders, type RunFolder } from "../apply/state/run-folder.ts";
import { type ExitFindings, exitOf } from "../model/exit-code.ts";
import type { Resolution, ResolvedAction } from "../model/past/resolution.ts";
import { StaleFileError, type TextChange } from "../model/workspace.ts";
import { composeChanges } from "../plan/compose-changes.ts";
import type { PlannedAction } from "../plan/plan.ts";
import { messageOf } from "../shared/message-of.ts";
import { staleAlert } from "./from-plan/plan-alerts.ts";
import { type FoundHeld, findHeld } from "./past/find-held.ts";
import { pastCommand } from "./past/past-command.ts";
import type { PastWorld } from "./request/past-world.ts";
import type { ResolveHeldRequest } from "./request/resolve-request.ts";
import { findBroughtState } from "./tree/brought-state.ts";
import { compareTree, firstHashes } from "./tree/compare-tree.ts";
import { startGitListing } from "./tree/git-listing.ts";
import { type Writing, withWriting } from "./write/with-writing.ts";

/**
 * `sluice resolve`: a person ends an action that a policy has held. `apply` writes what was previewed, as a run of its
 * own that can be undone; every file must be as it was then. Throws only if a promise of Sluice's own is broken.
 */
export function resolveHeld(request: ResolveHeldRequest, world: PastWorld): Promise<Resolution> {
  const { root, lockTimeout } = request;
  const { env, interrupted: signal } = world;
  return pastCommand<Resolution>(
    {
      root,
      refused: ({ message }, exit) => ({ formatVersion: "1.0", ...exit, problems: [message] }),
      async work(refuse) {
        if (listRunFolders(root).length === 0)
          return resolution({ invalid: true }, { problems: ["No run is kept here."] });
        const listing = startGitListing(root, env);
        return withWriting<Resolution>(
          { root, command: "resolve", lockTimeout, signal, listing },
          world,
          {
            refused: refuse,
            async work(writing) {
              const found = await findHeld(root, request, await findBroughtState(listing));
              if (found.kind === "found") return end(found, request, world, writing);
              const { kind: _kind, ...rest } = found;
              return resolution({ invalid: true }, rest);
            },
          },
        );
      },
    },
    world,
  );
}

type Found = Extract<FoundHeld, { kind: "found" }>;

async function end(
  { folder, action }: Found,
  { root, verdict, reason }: ResolveHeldRequest,
  { now, newRunId }: PastWorld,
  writing: Writing,
): Promise<Resolution> {
  const { id, label, files } = action;
  const about = { run: folder.id, action: { id, label, files: files.map(({ path }) => path) } };
  const at = new Date(now()).toISOString();
  const resolved: ResolvedAction = { action: id, verdict, reason, at, by: null };
  if (verdict === "discard") {
    await keepResolved(folder, resolved);
    return resolution({}, { ...about, resolved, problems: [] });
  }
  const found = await changesOf(action, root);
  if (!("changes" in found))
    return resolution(found.findings, { ...about, problems: found.problems });
  const by = writing.freeRunId(newRunId());
  const { recipe, step } = action;
  const resolves = { run: folder.id, action: id };
  const run = { id: by, command: "resolve", startedAt: at, recipes: [recipe], resolves };
  const journal = writing.journal(run);
  try {
    await journal.commit(found.changes, { id, label, recipe, step, reason });
  } catch (error) {
    const unfinished = await journal.close().catch(messageOf);
    const problems = [messageOf(error), ...(unfinished === undefined ? [] : [unfinished])];
    const isStale = error instanceof StaleFileError;
    return resolution({ stale: isStale, failed: !isStale }, { ...about, problems });
  }
  const problems = await endResolved(journal, folder, { ...resolved, by });
  const details = { ...about, resolved: { ...resolved, by }, problems };
  return resolution({ failed: problems.length > 0 }, details);
}

/** Notes what was written, and ends the run. A run that cannot note it stays open, so that a recovery notes it. */
async function endResolved(
  journal: RunJournal,
  folder: RunFolder,
  resolved: ResolvedAction,
): Promise<readonly string[]> {
  const unkept = await keepResolved(folder, resolved).catch(messageOf);
  if (typeof unkept !== "string") {
    const unfinished = await journal.close().catch(messageOf);
    return unfinished === undefined ? [] : [unfinished];
  }
  await journal.abandon().catch(() => undefined); // The first error counts.
  return [
    `The files are written, but that could not be noted (${unkept}). Run \`sluice recover\`.`,
  ];
}

async function changesOf(
  action: PlannedAction,
  root: string,
): Promise<
  | { readonly changes: readonly TextChange[] }
  | { readonly findings: ExitFindings; readonly problems: readonly string[] }
> {
  if (action.files.length === 0) {
    const problem =
      "What the action would write is not kept: it is a custom tool's. Run its recipe again.";
    return { findings: { failed: true }, problems: [problem] };
  }
  const { moved, bases } = await compareTree(root, firstHashes([action]), { keepsTexts: true });
  if (moved.length > 0)
    return { findings: { stale: true }, problems: moved.map((file) => staleAlert(file).message) };
  const composed = await composeChanges([action], bases, { onPart: "takes" });
  if (composed.kind === "composed") return { changes: composed.changes };
  const problem =
    composed.kind === "forged"
      ? composed.fault
      : composed.kind === "stopped"
        ? "The run was stopped."
        : `${composed.path} has changed.`;
  return { findings: { invalid: true }, problems: [problem] };
}

function resolution(
  findings: ExitFindings,
  rest: Pick<Resolution, "problems"> & Partial<Resolution>,
): Resolution {
  return { formatVersion: "1.0", ...exitOf(findings), ...rest };
}
