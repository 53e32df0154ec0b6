import { LoadingStopped } from "../../config/sources/loading-stop.ts";
import type { OpenedSources } from "../../config/sources/open-sources.ts";
import type { Alert } from "../../model/alert.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Report } from "../../model/report/report.ts";
import type { PolicyInForce } from "../../model/report/source-schema.ts";
import type { TextChange } from "../../model/workspace.ts";
import { composeChanges } from "../../plan-file/compose-changes.ts";
import { nameOf } from "../../plan-file/find-differences.ts";
import type { Plan, PlannedAction } from "../../plan-file/plan.ts";
import type { PlanRequest } from "../../request/request.ts";
import { compareTree, firstHashes, lastHashes } from "../../tree/compare-tree.ts";
import { judgePart } from "./judge-part.ts";
import { judgePlan } from "./judge-plan.ts";
import type { Configuration, PlanDerivation, PlanFindings } from "./judged-plan.ts";
import { ALREADY_APPLIED, baseNote, differsAlert, forgedFault, staleAlert } from "./plan-alerts.ts";
import type { PlanReporter } from "./plan-reporter.ts";

/** The changes to write for a plan that was accepted. */
export interface ReadyPlan {
  readonly kind: "ready";
  readonly judged: PlanFindings;
  readonly changes: readonly TextChange[];
  /** The commit that branches of them begin on. Default: the one that is checked out. */
  readonly base?: string;
}

/** The changes of a plan on this tree, or the report if it ended before. */
export type FoundChanges = ReadyPlan | { readonly kind: "ended"; readonly report: Report };

/** The means to judge a plan. */
export interface PlanSetting extends Omit<PlanDerivation, "sources"> {
  readonly reporter: PlanReporter;
  /** Opens the files that the plan is judged by, at the first call. */
  readonly openSources: () => Promise<OpenedSources>;
}

/** Compares the plan with the tree, and with the same plan derived again. Writes nothing. */
export async function findPlanChanges(
  plan: Plan,
  request: PlanRequest,
  setting: PlanSetting,
): Promise<FoundChanges> {
  try {
    const found = await judgeOnTree(plan, request, setting);
    return "changes" in found ? { kind: "ready", ...found } : { kind: "ended", report: found };
  } catch (error) {
    if (error instanceof LoadingStopped)
      return { kind: "ended", report: setting.reporter.left(plan, { cause: "interrupted" }) };
    return { kind: "ended", report: setting.reporter.fault(error) }; // A promise of our own code is broken.
  }
}

async function judgeOnTree(
  plan: Plan,
  request: PlanRequest,
  { world, reporter, derive, openSources }: PlanSetting,
): Promise<Omit<ReadyPlan, "kind"> | Report> {
  const { root } = request;
  const sources = await openSources();
  reporter.configure(configurationOf(plan, request, sources));
  if (request.only !== undefined)
    return judgePart(plan, request, { world, reporter, derive, sources });
  if (plan.texts !== undefined) return reporter.invalid([ONLY_HELD]);
  const all = applied(plan.actions);
  const after = lastHashes(all);
  const { moved, bases } = await compareTree(root, firstHashes(plan.actions), {
    keepsTexts: true,
    after,
  });
  if (moved.length > 0) {
    const isDone = moved.filter(({ isDone }) => isDone).length === after.size;
    const note = isDone ? [ALREADY_APPLIED] : await baseNote(plan, root, world);
    return reporter.stale(plan, [...moved.map(staleAlert), ...note]);
  }
  const { signal } = reporter;
  const first = await composeChanges(all, bases, { signal });
  if (first.kind === "forged") return reporter.invalid([forgedFault(first.fault)]);
  const judged = await judgePlan(plan, request, { world, derive, sources });
  if (judged.kind === "invalid") return reporter.invalid(judged.diagnostics);
  if (judged.kind === "ended") return reporter.left(plan, judged);
  if (judged.kind === "differs") return reporter.stale(plan, judged.messages.map(differsAlert));
  // An accepted action writes what the plan's action with the same id writes.
  const kept = applied(judged.actions);
  const isSame = kept.length === all.length && kept.every(({ id }, at) => id === all[at]?.id);
  const composed = isSame
    ? first
    : await composeChanges(kept, bases, { signal, onPart: "refuses" });
  if (composed.kind === "stopped") return reporter.left(plan, { cause: "interrupted" });
  if (composed.kind === "forged") return reporter.invalid([forgedFault(composed.fault)]);
  if (composed.kind === "rests-on-other")
    return reporter.stale(plan, [restsOnOther(composed.action, composed.path)]);
  return { judged, changes: composed.changes };
}

/** Returns the things by which a plan is judged, for its report. */
export function configurationOf(
  plan: Plan,
  request: PlanRequest,
  sources: OpenedSources,
): Configuration {
  return {
    trust: sources.trust,
    policy: request.policy === undefined ? policyOf(plan) : null,
    get sources() {
      return sources.kind === "opened" ? sources.reader.sources : []; // It reads more files later.
    },
  };
}

function policyOf({ policy: { builtIn, path, sha256 } }: Plan): PolicyInForce {
  const source = builtIn ?? path ?? "a file outside of the root";
  return { source, builtIn: builtIn !== null, sha256 };
}

const ONLY_HELD: Diagnostic = {
  code: "invalid-option",
  severity: "error",
  message: "The plan has only actions that are held: nothing of it is applied by itself.",
  hint: "Name those to apply with --only ID.",
};

function restsOnOther(action: PlannedAction, path: string): Alert {
  const where = `an action that is not applied, in ${path}`;
  return differsAlert(`${nameOf(action)} rests on ${where}. Make a new plan with this policy.`);
}

function applied(actions: readonly PlannedAction[]): readonly PlannedAction[] {
  return actions.filter(({ state }) => state === "would-apply");
}
