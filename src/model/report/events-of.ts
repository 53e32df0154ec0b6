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
  const { run, steps, actions, calls, alerts, transcripts, diagnostics } = report;
  const { checks = [], findings = [] } = report;
  const recipes = [...new Set([...steps, ...actions].map(({ recipe }) => recipe))];
  yield { type: "run-started", runId: run.id, command: run.command, recipes };
  for (const diagnostic of diagnostics)
    yield { type: "diagnostic", diagnostic: diagnostic as Diagnostic };
  const byStep = groupedByStep(actions);
  const told = groupedByStep(alerts);
  const called = groupedByStep(calls);
  const spoken = groupedByStep(transcripts);
  const ended = groupedByStep(steps);
  const found = groupedByStep(findings);
  const names = [...steps, ...firstsOf(byStep), ...firstsOf(found)];
  const shown = new Set<string>();
  for (const { recipe, step } of names) {
    const key = keyOf({ recipe, step });
    if (shown.has(key)) continue;
    shown.add(key);
    const [end] = ended.get(key) ?? [];
    if (end !== undefined) yield { type: "step-started", recipe, step };
    let waiting = told.get(key) ?? [];
    for (const batch of batchesOf(byStep.get(key) ?? [])) {
      for (const { id, label, sourceToolName } of batch)
        yield { type: "action-queued", id, recipe, step, label, ...named(sourceToolName) };
      yield* alertsIn(waiting);
      waiting = [];
      for (const action of batch) yield { type: "action-ended", action };
    }
    yield* alertsIn(waiting);
    for (const call of called.get(key) ?? []) yield { type: "call-ended", call };
    for (const finding of found.get(key) ?? []) yield { type: "finding", finding };
    for (const transcript of spoken.get(key) ?? [])
      yield { type: "conversation-ended", transcript: transcript as Transcript };
    if (end !== undefined) yield { type: "step-finished", ...end };
  }
  for (const check of checks) yield { type: "check-ended", check };
  yield* alertsIn(alerts.filter((alert) => !shown.has(keyOf(alert))));
}

function* alertsIn(alerts: Report["alerts"]): Generator<RunEvent, void> {
  for (const alert of alerts) yield { type: "alert", alert: alert as Alert };
}

/** Returns the last event of a run. */
export function lastEventOf({ outcome, exitCode, totals }: Report): RunEvent {
  return { type: "run-finished", outcome, exitCode, totals };
}

function named(sourceToolName: string | undefined) {
  return sourceToolName === undefined ? {} : { sourceToolName };
}

/** A part of a report that may belong to a step. */
interface OfStep {
  readonly recipe?: string | undefined;
  readonly step?: string | undefined;
}

function keyOf({ recipe, step }: OfStep): string {
  return JSON.stringify([recipe, step]);
}

function firstsOf<Item>(groups: ReadonlyMap<string, readonly Item[]>): readonly Item[] {
  return [...groups.values()].flatMap((group) => group.slice(0, 1));
}

function groupedByStep<Item extends OfStep>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
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
