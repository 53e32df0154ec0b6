import { decideAction, type EndedAction } from "./decide-pending.ts";
import { findConflicts } from "./find-conflicts.ts";
import { previewOf } from "./preview-of.ts";
import type { RunContext } from "./run-context.ts";

/** What actions belong to. */
interface ActionOwner {
  readonly recipe: string;
  readonly step: string;
}

/** Decides everything that is pending, in order, and answers how each action ended. */
export async function decideAll(
  owner: ActionOwner,
  context: RunContext,
): Promise<readonly EndedAction[]> {
  const ended: EndedAction[] = [];
  const conflicts = conflictsNow(context);
  for (;;) {
    const action = context.session.pending.peek();
    if (!action) return ended;
    ended.push(recordEnd(await decideAction(action, { conflicts }, context), owner, context));
    // Applying in memory never waits for anything: signals and timers are let through here.
    await new Promise(setImmediate);
  }
}

/** Decides those actions of which something else than the model has settled what becomes of them, in order. */
export async function decideImposed(
  owner: ActionOwner,
  context: RunContext,
): Promise<readonly EndedAction[]> {
  const { session, forced, unresolved } = context;
  const ended: EndedAction[] = [];
  const conflicts = conflictsNow(context);
  for (const action of session.pending.list())
    if (forced.has(action.id) || unresolved.has(action.id))
      ended.push(recordEnd(await decideAction(action, { conflicts }, context), owner, context));
  return ended;
}

/** Notes how an action ended; an apply that failed is an error of the run. */
export function recordEnd(
  ended: EndedAction,
  { recipe, step }: ActionOwner,
  { ledger }: RunContext,
): EndedAction {
  ledger.end(ended.report, ended.changes);
  if (!ended.error) return ended;
  const code = ended.report.isStale === true ? "stale" : "apply-failed";
  ledger.alert({ level: "error", code, message: ended.error.message, recipe, step });
  return ended;
}

/** Which of the actions that are pending now overlap, by id. */
export function conflictsNow({ session }: RunContext): ReadonlyMap<string, readonly string[]> {
  return findConflicts(
    session.pending.list().map((action) => ({ id: action.id, ...previewOf(action) })),
  );
}
