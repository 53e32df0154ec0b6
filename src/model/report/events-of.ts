import type { Alert } from "../alert.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { RunEvent } from "../events.ts";
import type { ActionReport, Report } from "./report.ts";
import type { Transcript } from "./transcript.ts";

/**
 * Yields the events of a run from its report, but for the last one: step by step, in each the actions, then what came
 * of them. Reports have no times, so that alerts stand before the decisions of their step. A report has the codes of
 * the version that made it, of which those of this one are some: hence the casts.
 */
export function* eventsOf(report: Report): Generator<RunEvent, void> {
  const { run, steps, actions, calls, alerts, transcripts, diagnostics, checks = [] } = report;
  const recipes = [...new Set([...steps, ...actions].map(({ recipe }) => recipe))];
  yield { type: "run-started", runId: run.id, command: run.command, recipes };
  for (const diagnostic of diagnostics)
    yield { type: "diagnostic", diagnostic: diagnostic as Diagnostic };
  const byStep = groupedByStep(actions);
  const told = new Set<unknown>();
  const names = [...steps, ...[...byStep.values()].flatMap((group) => group.slice(0, 1))];
  const done = new Set<string>();
  for (const { recipe, step } of names) {
    const key = keyOf({ recipe, step });
    if (done.has(key)) continue;
    done.add(key);
    const isOwn = (one: { recipe?: string | undefined; step?: string | undefined }) =>
      one.recipe === recipe && one.step === step;
    const ended = steps.find(isOwn);
    if (ended !== undefined) yield { type: "step-started", recipe, step };
    for (const batch of batchesOf(byStep.get(key) ?? [])) {
      for (const { id, label, sourceToolName } of batch)
        yield { type: "action-queued", id, recipe, step, label, ...named(sourceToolName) };
      for (const alert of alerts.filter((one) => isOwn(one) && !told.has(one))) {
        told.add(alert);
        yield { type: "alert", alert: alert as Alert };
      }
      for (const action of batch) yield { type: "action-ended", action };
    }
    for (const alert of alerts.filter((one) => isOwn(one) && !told.has(one))) {
      told.add(alert);
      yield { type: "alert", alert: alert as Alert };
    }
    for (const call of calls.filter(isOwn)) yield { type: "call-ended", call };
    for (const transcript of transcripts.filter(isOwn))
      yield { type: "conversation-ended", transcript: transcript as Transcript };
    if (ended !== undefined) yield { type: "step-finished", ...ended };
  }
  for (const check of checks) yield { type: "check-ended", check };
  for (const alert of alerts) if (!told.has(alert)) yield { type: "alert", alert: alert as Alert };
}

/** Returns the last event of a run. */
export function lastEventOf({ outcome, exitCode, totals }: Report): RunEvent {
  return { type: "run-finished", outcome, exitCode, totals };
}

function named(sourceToolName: string | undefined) {
  return sourceToolName === undefined ? {} : { sourceToolName };
}

function keyOf({ recipe, step }: { readonly recipe: string; readonly step: string }): string {
  return JSON.stringify([recipe, step]);
}

function groupedByStep(actions: readonly ActionReport[]): ReadonlyMap<string, ActionReport[]> {
  const groups = new Map<string, ActionReport[]>();
  for (const action of actions) {
    const key = keyOf(action);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [action]);
    else group.push(action);
  }
  return groups;
}

/** The actions of one batch are queued before the first of them is decided. */
function batchesOf(actions: readonly ActionReport[]): readonly (readonly ActionReport[])[] {
  const batches = new Map<string, ActionReport[]>();
  for (const action of actions) {
    const batch = batches.get(action.batchId);
    if (batch === undefined) batches.set(action.batchId, [action]);
    else batch.push(action);
  }
  return [...batches.values()];
}
