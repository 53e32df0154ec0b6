import { listRunFolders } from "../../apply/state/run-folder.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Report } from "../../model/report/report.ts";
import type { TextChange } from "../../model/workspace.ts";
import { asWritten } from "../../past/record/as-written.ts";
import { findByIds } from "../../past/record/choose-actions.ts";
import { locateActions } from "../../past/record/locate-actions.ts";
import { composeChanges } from "../../plan-file/compose-changes.ts";
import { nameOf } from "../../plan-file/find-differences.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";
import { sha256 } from "../../shared/sha256.ts";
import { shown } from "../../shared/shown.ts";
import { findBroughtState } from "../../tree/brought-state.ts";
import { compareTree, firstHashes } from "../../tree/compare-tree.ts";
import { askIndex } from "../../tree/index-question.ts";
import { forgedFault, staleAlert } from "./plan-alerts.ts";
import type { PlanReporter } from "./plan-reporter.ts";

/** The part of a plan that a person chose by `--only`. */
export interface PlanPart {
  /** In the order of the plan. */
  readonly chosen: readonly PlannedAction[];
  /** All of them were held: their places are found again, also if the files have changed. */
  readonly isHeld: boolean;
}

/** Finds the actions that `--only` names; or what is wrong with it. */
export function findPart(
  { actions }: Plan,
  only: readonly string[],
): PlanPart | { readonly diagnostics: readonly Diagnostic[] } {
  const found = findByIds(only, actions, "in the plan");
  if (found.kind === "none")
    return { diagnostics: found.problems.map((problem) => optionFault(problem, found.hint)) };
  const chosen = found.actions;
  const faults = chosen.flatMap((action) => {
    const fault = unusable(action);
    return fault === undefined ? [] : [optionFault(`${nameOf(action)} ${fault}`)];
  });
  if (faults.length > 0) return { diagnostics: faults };
  const isHeld = chosen.every(({ state }) => state === "held");
  if (isHeld || chosen.every(({ state }) => state !== "held")) return { chosen, isHeld };
  const message =
    "--only names held actions and others: the held ones rest on the files before the others.";
  return { diagnostics: [optionFault(message, "Apply the others first, then the held ones.")] };
}

function unusable({ state, files }: PlannedAction): string | undefined {
  if (state === "discarded") return "was discarded, and cannot be applied.";
  return files.length === 0
    ? "is a custom tool's: what it would write is not in the plan. Run its recipe."
    : undefined;
}

function optionFault(message: string, hint?: string): Diagnostic {
  const fault = { code: "invalid-option", severity: "error", message } as const;
  return hint === undefined ? fault : { ...fault, hint };
}

/** The changes of a part, or the report if it cannot be written. `isMoved`: not all files were as in the plan. */
export type PartChanges =
  | {
      readonly changes: readonly TextChange[];
      readonly isMoved: boolean;
      /** The actions with the files as they are written, which may have changed since the plan was made. */
      readonly written: readonly PlannedAction[];
    }
  | { readonly report: Report };

/** Finds the changes of the accepted actions of a part: each file must be as the first of them expects. */
export async function findAcceptedPart(
  plan: Plan,
  { chosen }: PlanPart,
  { root, reporter }: { readonly root: string; readonly reporter: PlanReporter },
): Promise<PartChanges> {
  const before = plan.actions.filter(({ state }) => state === "would-apply");
  const { moved, bases } = await compareTree(root, firstHashes(before), { keepsTexts: true });
  if (moved.length > 0) return { report: reporter.stale(plan, moved.map(staleAlert)) };
  const composed = await composeChanges(chosen, bases, {
    signal: reporter.signal,
    onPart: "takes",
  });
  switch (composed.kind) {
    case "composed":
      return { changes: composed.changes, isMoved: false, written: chosen };
    case "stopped":
      return { report: reporter.left(plan, { cause: "interrupted" }) };
    case "forged":
      return { report: reporter.invalid([forgedFault(composed.fault)]) };
    case "rests-on-other": {
      const { action, path } = composed;
      const others = await findNeeded({ chosen, before, bases, signal: reporter.signal });
      const [other] = others;
      const needed = other === undefined ? "an action that is left out" : nameOf(other);
      const message = `${nameOf(action)} rests on ${needed}, in ${shown(path)}.`;
      const options = others.map(({ id }) => `--only ${id}`).join(" ");
      const hint =
        other === undefined ? undefined : `Add ${options}, or leave out what rests on it.`;
      return { report: reporter.invalid([optionFault(message, hint)]) };
    }
  }
}

/** The actions of a part, and those that it may rest on. */
interface Needing {
  readonly chosen: readonly PlannedAction[];
  /** All accepted actions, in the order of the plan. */
  readonly before: readonly PlannedAction[];
  readonly bases: Parameters<typeof composeChanges>[1];
  readonly signal: AbortSignal;
}

/** The number of actions that one message names. */
const MOST_NEEDED = 20;

/** Finds the actions that were left out and that a part rests on, also one through another; the nearest first. */
async function findNeeded({
  chosen,
  before,
  bases,
  signal,
}: Needing): Promise<readonly PlannedAction[]> {
  const needed: PlannedAction[] = [];
  while (needed.length < MOST_NEEDED) {
    const part = before.filter((one) => chosen.includes(one) || needed.includes(one));
    const composed = await composeChanges(part, bases, { signal, onPart: "takes" });
    if (composed.kind !== "rests-on-other") break;
    const other = leftOutBefore(composed.action, composed.path, before, part);
    if (other === undefined) break;
    needed.push(other);
  }
  return needed;
}

/** Finds the last action before another one, in the same file, that was left out. */
function leftOutBefore(
  action: PlannedAction,
  path: string,
  before: readonly PlannedAction[],
  chosen: readonly PlannedAction[],
): PlannedAction | undefined {
  return before
    .slice(0, before.indexOf(action))
    .findLast((one) => !chosen.includes(one) && one.files.some((file) => file.path === path));
}

/** Finds the changes of held actions, at their places in the files as they are now (X2): all of them, or none. */
export async function findHeldPart(
  plan: Plan,
  { chosen }: PlanPart,
  { request: { root }, env, reporter }: HeldPartSetting,
): Promise<PartChanges> {
  const isBrought = await findBroughtState(askIndex(root, env));
  const located = await locateActions(chosen, {
    root,
    texts: new Map((plan.texts ?? []).map((text) => [sha256(text), text])),
    runs: { folders: listRunFolders(root), isBrought },
    all: plan.actions,
    signal: reporter.signal,
  });
  if (reporter.signal.aborted) return { report: reporter.left(plan, { cause: "interrupted" }) };
  const [invalid] = located.refused.filter(({ cause }) => cause !== "stale");
  if (invalid !== undefined)
    return { report: reporter.invalid([forgedFault(invalid.problems.join(" "))]) };
  if (located.refused.length > 0) {
    const messages = located.refused.flatMap(({ action, problems }) =>
      problems.map((problem) => `${nameOf(action)}: ${problem}`),
    );
    const alerts = messages.map((message) => ({ level: "error", code: "stale", message }) as const);
    return { report: reporter.stale(plan, alerts) };
  }
  const { moved } = await compareTree(root, firstHashes(chosen), { keepsTexts: false });
  const written = asWritten(located.placed, located.changes);
  return { changes: located.changes, isMoved: moved.length > 0, written };
}

/** The circumstances in which held actions of a plan are applied. */
export interface HeldPartSetting {
  readonly request: Pick<PlanRequest, "root">;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly reporter: PlanReporter;
}
