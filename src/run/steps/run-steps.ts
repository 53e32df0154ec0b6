import { createSession } from "../../resolve/session.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { PreparedRun } from "../prepare/prepare-run.ts";
import { findPastWrites, PastWrites } from "../state/past-writes.ts";
import type { RunContext } from "../state/run-context.ts";
import { Steering } from "../state/steering.ts";
import type { TreeWatch } from "../tree/watch-tree.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { runRecipe } from "./run-recipe.ts";

/** Runs the recipes that were prepared, one after another. */
export async function runSteps(
  { recipes, policy, extensions, watch }: PreparedRun,
  maxActions: number | undefined,
  shared: Omit<
    RunContext,
    | "session"
    | "origins"
    | "forced"
    | "unresolved"
    | "steering"
    | "callAlerts"
    | "past"
    | "taintedFiles"
    | "extensions"
    | "policy"
  >,
): Promise<void> {
  if (extensions === undefined) throw new Error("Only what was prepared is run.");
  const { root, isDryRun } = shared;
  const steering = new Steering();
  const unresolved = new Map<string, string>();
  const context: RunContext = {
    ...shared,
    session: createSession({
      root,
      ...definedOnly({ order: policy?.order, maxActions }),
      get toolChoices() {
        return steering.toolChoices;
      },
      onReminder: (message) => steering.remind(message),
      onUnresolved({ id, label }, reason) {
        unresolved.set(id, reason);
        const { recipe = "", step = "" } = context.origins.get(id) ?? {};
        const message = `${label}: ${reason}.`;
        shared.ledger.alert({ level: "warn", code: "unresolved", message, recipe, step });
      },
    }),
    origins: new Map(),
    forced: new Map(),
    unresolved,
    steering,
    callAlerts: new Map(),
    past: shared.resumed
      ? await findPastWrites(root, shared.resumed.id, shared.workspace)
      : new PastWrites([]),
    taintedFiles: new Set(),
    extensions,
    ...(policy ? { policy } : {}),
  };
  let batches = shared.resumed?.firstBatch ?? 0;
  for (const recipe of recipes) {
    await runRecipe(recipe, context, () => `tool-batch-${batches++}`);
  }
  if (isDryRun && watch) await refuseWritten(watch, context);
  if (isDryRun) await refuseChanged(context);
}

/** A dry run is verified: also what code of a recipe wrote when its call was over. */
async function refuseWritten(watch: TreeWatch, { ledger }: RunContext): Promise<void> {
  const isTold = ledger.alerts.some(({ code }) => code === "preview-wrote");
  const written = isTold ? [] : await watch.changed();
  if (written.length === 0) return;
  const message = `Files were written during a preview: ${written.join(", ")}.`;
  ledger.alert({ level: "error", code: "preview-wrote", message });
}
