import type { RunContext } from "../state/run-context.ts";
import { type ActionOutcome, decideAction } from "./decide-action.ts";
import { findConflicts } from "./find-conflicts.ts";
import { previewOf } from "./preview-of.ts";

/** What actions belong to. */
interface ActionOwner {
  readonly recipe: string;
  readonly step: string;
}

/** What an apply means that no longer fits its files. */
type OnStale =
  /** The run is not what was previewed. */
  | "fails"
  /** Nothing more: the model that proposed it is told, and may look again. */
  | "told";

/** Decides everything that is pending, in order, and answers how each action ended. */
export async function decideAll(
  owner: ActionOwner,
  context: RunContext,
  onStale: OnStale = "fails",
): Promise<readonly ActionOutcome[]> {
  const ended: ActionOutcome[] = [];
  const conflicts = conflictsNow(context);
  for (;;) {
    const action = context.session.pending.peek();
    if (!action) return ended;
    const end = await decideAction(action, { conflicts }, context);
    ended.push(recordEnd(onStale === "told" ? asTold(end) : end, owner, context));
    // Applying in memory never waits for anything: signals and timers are let through here.
    await new Promise(setImmediate);
  }
}

/** Decides those actions of which something else than the model has settled what becomes of them, in order. */
export async function decideImposed(
  owner: ActionOwner,
  context: RunContext,
): Promise<readonly ActionOutcome[]> {
  const { session, forced, unresolved } = context;
  const ended: ActionOutcome[] = [];
  const conflicts = conflictsNow(context);
  for (const action of session.pending.list())
    if (forced.has(action.id) || unresolved.has(action.id)) {
      const end = await decideAction(action, { conflicts }, context);
      ended.push(recordEnd(asTold(end), owner, context));
    }
  return ended;
}

/** An apply that no longer fits, as a proposal that came to nothing. */
function asTold(ended: ActionOutcome): ActionOutcome {
  const { report, changes, error } = ended;
  if (error === undefined || report.isStale !== true) return ended;
  const { isStale: _isStale, ...rest } = report;
  const told = { verdict: "discard", state: "discarded", ruleId: "stale" } as const;
  return { report: { ...rest, ...told, reason: error.message }, changes };
}

/** Notes how an action ended; an apply that failed is an error of the run. */
export function recordEnd(
  ended: ActionOutcome,
  { recipe, step }: ActionOwner,
  { ledger, taintedFiles }: RunContext,
): ActionOutcome {
  const { state, facts } = ended.report;
  const isThere = state === "applied" || state === "would-apply" || state === "pending";
  if (isThere && facts.untrusted) for (const path of facts.files) taintedFiles.add(path);
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
