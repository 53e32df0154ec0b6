import type { StepName } from "../../model/step-name.ts";
import { collectIfGrown } from "../../shared/process/collect-garbage.ts";
import { hasChecks } from "../checks/checks-of.ts";
import { proveOutcomes } from "../proof/prove-outcomes.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { ActionOutcome } from "../state/action-outcome.ts";
import type { RunContext, RunRecord } from "../state/run-context.ts";
import { contradictedClass } from "./contradicted-class.ts";
import { decideAction, endAction } from "./decide-action.ts";
import { Judgements } from "./judgements.ts";
import { noteConflicts } from "./note-conflicts.ts";
import { writeTogether } from "./write-together.ts";

/** The meaning of an apply that no longer fits its files. */
type OnStale =
  /** The run fails: the tree is not the one that was previewed. */
  | "fails"
  /** The action is discarded: the model that proposed it learns why, and may look again. */
  | "discards";

/** Decides everything that is pending, in order. Returns the outcome of each action. */
export async function decideAll(
  step: StepName,
  context: RunContext,
  onStale: OnStale = "fails",
): Promise<readonly ActionOutcome[]> {
  const { checks, policy } = context.record;
  const hasRuleChecks = checks !== undefined && hasChecks(policy, "rule");
  if (hasRuleChecks) return decideAndProve(step, context, onStale);
  const outcomes: ActionOutcome[] = [];
  for await (const [action, outcome] of decideEach(context, onStale))
    outcomes.push(recordOutcome(action, outcome, step, context.record));
  return outcomes;
}

/** Decides everything, and records the outcomes only after the checks of each rule have proved its actions. */
async function decideAndProve(
  step: StepName,
  context: RunContext,
  onStale: OnStale,
): Promise<readonly ActionOutcome[]> {
  const actions: ActionRecord[] = [];
  const decided: ActionOutcome[] = [];
  let outcomes: readonly ActionOutcome[] = decided;
  try {
    for await (const [action, outcome] of decideEach(context, onStale)) {
      actions.push(action);
      decided.push(outcome);
    }
    outcomes = await proveOutcomes(decided, "rule", context);
  } finally {
    for (const [index, action] of actions.entries()) {
      const outcome = outcomes[index];
      if (outcome !== undefined) recordOutcome(action, outcome, step, context.record);
    }
  }
  return outcomes;
}

/** Decides and resolves each action that waits, in order. */
async function* decideEach(
  context: RunContext,
  onStale: OnStale,
): AsyncGenerator<readonly [ActionRecord, ActionOutcome], void> {
  const { book } = context.record;
  noteConflicts(book);
  const judgements = new Judgements(book.waiting(), context);
  let tried: ReadonlySet<ActionRecord> = new Set();
  for (;;) {
    const action = book.next();
    if (!action) return;
    if (!tried.has(action)) tried = await writeTogether(action, context, judgements);
    const judgement = await judgements.of(action);
    const outcome = await endAction(action, judgement, context, { mayRetry: true });
    if (outcome.isRetried) book.close(action, outcome.report);
    else yield [action, onStale === "discards" ? discardedIfStale(outcome) : outcome];
    judgements.end(action, outcome);
    collectIfGrown();
    // Applying in memory never waits for anything: signals and timers get their turn here.
    await new Promise(setImmediate);
  }
}

/** Decides, in order, the actions that the model can no longer end: imposed ones, and those that went unresolved. */
export async function decideImposed(
  step: StepName,
  context: RunContext,
): Promise<readonly ActionOutcome[]> {
  const { book } = context.record;
  const outcomes: ActionOutcome[] = [];
  noteConflicts(book);
  for (const action of book.waiting()) {
    if (action.imposed === undefined && action.unresolved === undefined) continue;
    const outcome = discardedIfStale(await decideAction(action, context));
    outcomes.push(recordOutcome(action, outcome, step, context.record));
  }
  return outcomes;
}

/** Turns an apply that no longer fits into a discarded proposal. */
function discardedIfStale(outcome: ActionOutcome): ActionOutcome {
  const { report, changes, error } = outcome;
  if (error === undefined || report.isStale !== true) return outcome;
  const { isStale: _isStale, warned: _warned, ...rest } = report;
  const discarded = { verdict: "discard", state: "discarded", ruleId: "stale" } as const;
  return { report: { ...rest, ...discarded, reason: error.message }, changes };
}

/** Notes the outcome of an action in the record of the run; an apply that failed is an error of the run. */
export function recordOutcome(
  action: ActionRecord,
  outcome: ActionOutcome,
  { recipe, step }: StepName,
  { ledger, taintedFiles, book }: RunRecord,
): ActionOutcome {
  const { state, facts, isStale, isWritten = false } = outcome.report;
  const isThere = isWritten || ["applied", "would-apply", "pending"].includes(state);
  if (isThere && facts.untrusted) for (const path of facts.files) taintedFiles.add(path);
  ledger.end(outcome);
  const contradiction = contradictedClass(facts);
  if (contradiction !== undefined && ledger.isFirst(`${recipe} ${step} ${contradiction}`))
    ledger.alert({
      level: "warn",
      code: "class-contradicted",
      message: contradiction,
      recipe,
      step,
    });
  book.close(action, outcome.report);
  if (!outcome.error) return outcome;
  const code = isStale === true ? "stale" : "apply-failed";
  ledger.alert({ level: "error", code, message: outcome.error.message, recipe, step });
  return outcome;
}
