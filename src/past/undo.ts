import { basename } from "node:path";
import { listRunFolders, type RunFolder } from "../apply/state/run-folder.ts";
import type { Alert } from "../model/alert.ts";
import { exitOf } from "../model/exit-code.ts";
import type { UndoReport } from "../model/past/undo-report.ts";
import type { PastWorld } from "../request/past-world.ts";
import type { UndoRequest } from "../request/request.ts";
import { findBroughtState, type IsBrought } from "../tree/brought-state.ts";
import { askIndex } from "../tree/index-question.ts";
import { recoveredAlerts } from "../tree/write/recover-here.ts";
import { takeWriting, type Writing } from "../tree/write/take-writing.ts";
import { type FoundRun, findNewestRun, findRunNamed, LAST_RUN } from "./record/find-run.ts";
import { pastCommand, withSignal } from "./record/past-command.ts";
import { adviceOnRunsAbove } from "./record/runs-above.ts";
import { takeRunBack } from "./record/take-run-back.ts";

/**
 * Takes a run back: every file that it wrote gets the text that it had before, all or none, as a run of its own that
 * can be taken back too. If a file stands in the way, nothing is written; the report names each such file. Throws only
 * if a promise of Sluice's own is broken.
 */
export function undo(request: UndoRequest, world: PastWorld): Promise<UndoReport> {
  const { root, isDryRun, lockTimeout } = request;
  const { env, interrupted: signal } = world;
  return pastCommand<UndoReport>(
    {
      root,
      refused: ({ message }, exit) => ({ ...emptyReport(isDryRun), ...exit, message }),
      async work(refuse) {
        // Without a run there is nothing to wait for, and no `.sluice` to make.
        if (listRunFolders(root).length === 0)
          return undoHere(request, world, { isBrought: () => false });
        const listing = askIndex(root, env);
        if (isDryRun)
          return undoHere(request, world, { isBrought: await findBroughtState(listing) });
        const asked = { root, command: "undo", lockTimeout, signal, listing };
        const writing = await takeWriting(asked, world);
        if (writing.kind !== "writing") return refuse(writing);
        try {
          const isBrought = await findBroughtState(listing);
          const report = await undoHere(request, world, { isBrought, writing });
          const alerts = [...recoveredAlerts(writing.recovered), ...report.alerts];
          const outcome = withSignal({ ...report, alerts }, signal);
          await writing.prune();
          return outcome;
        } finally {
          await writing.release();
        }
      },
    },
    world,
  );
}

async function undoHere(
  request: UndoRequest,
  world: PastWorld,
  { isBrought, writing }: { readonly isBrought: IsBrought; readonly writing?: Writing },
): Promise<UndoReport> {
  const folders = listRunFolders(request.root);
  const found: FoundRun =
    request.run === undefined || request.run === LAST_RUN
      ? findNewestRun(folders, isBrought)
      : findRunNamed(request.run, folders, isBrought);
  if (found.kind === "found") {
    const report = await takeRunBack(found.past, request, {
      ...world,
      writing,
    });
    const alerts = request.isDryRun ? unfinishedAlerts(folders, isBrought) : [];
    return { ...report, alerts: [...alerts, ...report.alerts] };
  }
  const { message, isInvalid } = found;
  const hint = folders.length === 0 ? (adviceOnRunsAbove(request.root) ?? found.hint) : found.hint;
  return {
    ...emptyReport(request.isDryRun),
    ...exitOf({ invalid: isInvalid }),
    message,
    ...(hint === undefined ? {} : { hint }),
  };
}

const RECOVERED_FIRST =
  "undo would put it in order first, and without an id it may take that one back";

/** A dry run recovers nothing, so that it may be about another run than the undo will be. */
function unfinishedAlerts(folders: readonly RunFolder[], isBrought: IsBrought): readonly Alert[] {
  const open = folders.filter(({ isOpen, path }) => isOpen && !isBrought(`runs/${basename(path)}`));
  return open.map(({ id }) => {
    const message = `The run ${id} has not ended: ${RECOVERED_FIRST}.`;
    return { level: "warn", code: "unfinished", message };
  });
}

function emptyReport(isDryRun: boolean): UndoReport {
  const lists = { files: [], alreadyBefore: [], refused: [], toMerge: [], alerts: [] };
  return { formatVersion: "1.0", outcome: "ok", exitCode: 0, isDryRun, ...lists };
}
