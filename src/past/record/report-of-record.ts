import { exitOf } from "../../model/exit-code.ts";
import type { ResolvedAction } from "../../model/past/resolution.ts";
import type { ActionReport, Report } from "../../model/report/report.ts";
import { RESOLVED } from "../../model/report/resolved.ts";
import { totalsOf } from "../../model/report/totals.ts";
import type { Plan } from "../../plan-file/plan.ts";
import { countOf } from "../../shared/count-of.ts";
import { touchedFiles } from "../../shared/diff/touched-files.ts";

/** The events after the end of a run. */
export interface LaterEvents {
  readonly resolved: readonly ResolvedAction[];
  /** The run that took it back; undefined if none did. */
  readonly undoneBy: string | undefined;
  /** The runs that took back what runs of resolutions have written, by the ids of these. */
  readonly undoers: ReadonlyMap<string, string>;
}

/**
 * Returns the report of a run as the tree and its user know it now: held actions that a person has ended since are
 * `applied` or `discarded`, with that reason and the rule `resolve`, and alerts tell what was ended and undone. The
 * outcome and the exit code stay those of the run. Without such events it is the report of the run itself.
 */
export function withLaterEvents(report: Report, later: LaterEvents): Report {
  const ended = new Map(later.resolved.map((one) => [one.action, one]));
  const actions = report.actions.map((action) => {
    const one = action.state === "held" ? ended.get(action.id) : undefined;
    return one === undefined ? action : endedAction(action, one);
  });
  const changed = actions.filter((action, index) => action !== report.actions[index]);
  const alerts = laterAlerts(report, changed.length, later);
  if (alerts.length === 0) return withFiles(report);
  const { filesSearched, filesSkipped } = report.totals;
  return {
    ...report,
    actions,
    totals: { ...totalsOf(actions, [], new Set()), filesSearched, filesSkipped },
    files: changed.length === 0 ? withFiles(report).files : touchedFiles(actions),
    alerts: [...report.alerts, ...alerts],
  };
}

function endedAction(action: ActionReport, { verdict, reason }: ResolvedAction): ActionReport {
  const state = verdict === "apply" ? "applied" : "discarded";
  return { ...action, state, verdict, reason, ruleId: RESOLVED };
}

function laterAlerts(
  { run }: Report,
  ended: number,
  { resolved, undoneBy, undoers }: LaterEvents,
): Report["alerts"] {
  const taken = resolved.flatMap(({ by }) => {
    const undoer = by === null ? undefined : undoers.get(by);
    return undoer === undefined ? [] : [undoer];
  });
  const messages = [
    ...(ended > 0
      ? [
          `${countOf(ended, "action")} that the run held ${ended === 1 ? "was" : "were"} ended since.`,
        ]
      : []),
    ...(undoneBy === undefined ? [] : [`The run ${run.id} was undone by ${undoneBy}.`]),
    ...[...new Set(taken)].map((undoer) => `What was applied of it later was undone by ${undoer}.`),
  ];
  return messages.map((message) => ({ level: "warn", code: "changed-since", message }));
}

/** Returns a report with its files, which those of earlier versions do not have. */
export function withFiles(report: Report): Report {
  if (report.files.length > 0 || report.actions.length === 0) return report;
  return { ...report, files: touchedFiles(report.actions) };
}

/** Returns a plan as a report: what its file does not have, such as calls and sources, is empty. */
export function reportOfPlan(plan: Plan, writtenAt = 0): Report {
  const { builtIn, path, sha256 } = plan.policy;
  const actions = plan.actions.map(withoutEdits);
  const totals = totalsOf(actions, [], new Set());
  const filesSkipped = new Set(plan.skipped.map((file) => file.path)).size;
  const hasErrors = plan.alerts.some(({ level }) => level === "error");
  return {
    formatVersion: "1.0",
    run: {
      id: `plan-${plan.digest.slice(0, 12)}`,
      command: "plan",
      startedAt: new Date(writtenAt).toISOString(),
      durationMs: 0,
    },
    // Held actions wait for a person only after the plan is applied.
    ...exitOf({ failed: hasErrors || totals.failed > 0 }),
    totals: { ...totals, filesSearched: plan.filesSearched, filesSkipped },
    actions,
    files: touchedFiles(actions),
    calls: [],
    steps: [],
    skipped: plan.skipped,
    transcripts: [],
    alerts: plan.alerts,
    diagnostics: [],
    trust: null,
    policy: {
      source: builtIn ?? path ?? "a file outside of the root",
      builtIn: builtIn !== null,
      sha256,
    },
    sources: [],
  };
}

function withoutEdits(action: Plan["actions"][number]): ActionReport {
  const files = action.files.map(({ edits: _edits, ...file }) => file);
  return { ...action, files };
}
