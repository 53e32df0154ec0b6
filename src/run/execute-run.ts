import type { Report } from "../model/report/report.ts";
import { isDryRun } from "../model/run-kind.ts";
import type { RunRequest, RunWorld } from "../request/request.ts";
import { userStateOf } from "../tree/user-state-of.ts";
import type { NoWriting } from "../tree/write/hold-lock.ts";
import type { Writing } from "../tree/write/take-writing.ts";
import { commitRun } from "./commits/commit-run.ts";
import { settleRun } from "./decide/settle-run.ts";
import { proveRun } from "./proof/prove-outcomes.ts";
import type { RunOutcome } from "./state/run-outcome.ts";
import { keepRun, outcomeOf } from "./steps/keep-run.ts";
import { closeRun, disposePrepared, leaveRun } from "./steps/leave-run.ts";
import { openRun } from "./steps/open-run.ts";
import { lockRun, prepare } from "./steps/prepare.ts";
import { runRecipe } from "./steps/run-recipe.ts";
import { reportFault, type StartedRun, startRun } from "./steps/start-run.ts";
import type { verifyDryRun } from "./steps/verify-dry-run.ts";

/**
 * The trunk of `run`, `preview` and `plan` (docs/design/run.md). Errors of users never throw: they are in
 * the report's diagnostics, and then nothing was run.
 */
export async function executeRun(request: RunRequest, world: RunWorld): Promise<RunOutcome> {
  const checked = await prepare(request, world);
  let permit: Writing | NoWriting | undefined;
  try {
    permit = await lockRun(checked);
    const run = startRun(checked, permit);
    const opened = await openRun(run);
    if (opened !== undefined) {
      const { context, recipes, staged, waiting, commits } = opened;
      try {
        for (const recipe of recipes) await runRecipe(recipe, context, opened.nextBatchId);
        await settleRun({ staged, waiting }, context.record, run.stop);
        await proveRun(context);
        await commitRun(run, commits, context.world.workspace);
        if (isDryRun(run.settings.command)) await verify(context, opened);
        opened.keepFindings();
      } catch (error) {
        await reportFault(run, error); // The actions until then must still be reported.
      }
      await closeRun(run, opened);
    }
    await leaveRun(run); // No code runs from here on.
    if (run.writer) await keepRun(run.writer, outcomeOf(run), { ...run, base: opened?.base });
    const outcome = outcomeOf(run);
    const { report } = outcome;
    if (opened !== undefined && run.settings.command === "preview")
      await keepDecisions(run, report);
    world.emit({
      type: "run-finished",
      ...{ outcome: report.outcome, exitCode: report.exitCode, totals: report.totals },
    });
    if (permit?.kind === "writing") await permit.prune();
    return outcome;
  } catch (error) {
    await disposePrepared(checked.prepared); // The fault is what there is to report.
    throw error;
  } finally {
    if (permit?.kind === "writing") await permit.release();
  }
}

/** Keeps the decisions of a preview outside of the tree, if the caller lets it keep anything. */
async function keepDecisions({ settings, world }: StartedRun, report: Report): Promise<void> {
  if (world.keepsCache === false) return;
  const { keepPreview, markPreview } = await import("../cache/kept-preview.ts"); // No other run needs it.
  const { placesOfTrust } = await import("../config/consent/places-of-trust.ts");
  const { root } = settings;
  const place = { root, repository: placesOfTrust(root).id, state: userStateOf(root, world) };
  if (settings.cache) keepPreview(report, place);
  else markPreview(report, "it ran with --no-cache", place);
}

/** Loaded when it is needed: a run that writes has nothing to verify. */
async function verify(...run: Parameters<typeof verifyDryRun>): Promise<void> {
  const { verifyDryRun: verifyRun } = await import("./steps/verify-dry-run.ts");
  await verifyRun(...run);
}
