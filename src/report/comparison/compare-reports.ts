import { exitOf } from "../../model/exit-code.ts";
import type { ChangedAction, ComparedAction, Comparison } from "../../model/report/comparison.ts";
import { type ActionReport, type Report, whyOf } from "../../model/report/report.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { netFile, writtenParts } from "../../shared/diff/net-files.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import { type ActionPair, matchActions } from "./match-actions.ts";

/** A report, and what it is called. */
export interface NamedReport {
  readonly kind: "run" | "plan" | "report";
  readonly name: string;
  readonly report: Report;
}

/** Compares two reports. With `check`, differences give the exit code 1. */
export function compareReports(
  before: NamedReport,
  after: NamedReport,
  { check }: { readonly check: boolean },
): Comparison {
  const pairs = matchActions(before.report.actions, after.report.actions);
  const changed = pairs.flatMap(changedAction);
  const fresh = pairs.flatMap((pair) => (pair.before === undefined ? onlyIn(pair.after) : []));
  const onlyBefore = pairs.flatMap((pair) => (pair.after === undefined ? onlyIn(pair.before) : []));
  const files = compareFiles(before.report, after.report);
  const counts = {
    same: pairs.length - changed.length - fresh.length - onlyBefore.length,
    new: fresh.length,
    gone: onlyBefore.length,
    changed: changed.length,
    files: files.length,
  };
  const isDifferent = counts.new + counts.gone + counts.changed + counts.files > 0;
  return {
    formatVersion: "1.0",
    outcome: isDifferent ? "different" : "same",
    exitCode: exitOf({ failed: check && isDifferent }).exitCode,
    before: sideOf(before),
    after: sideOf(after),
    counts,
    moves: movesOf(pairs),
    new: fresh,
    gone: onlyBefore,
    changed,
    files,
  };
}

function sideOf({ kind, name, report }: NamedReport): Comparison["before"] {
  const { run, outcome, exitCode, totals } = report;
  const { command, startedAt } = run;
  return { kind, name, command, startedAt, outcome, exitCode, totals };
}

function onlyIn(action: ActionReport | undefined): readonly ComparedAction[] {
  return action === undefined ? [] : [comparedAction(action)];
}

function comparedAction(action: ActionReport): ComparedAction {
  const { id, recipe, step, label, state, verdict, warned, ruleId, files, facts } = action;
  const [first] = files;
  const paths = files.length === 0 ? facts.files : files.map(({ path }) => path);
  const start = first && (first.regions?.[0]?.before.startLine ?? startOf(first.diff));
  const reason = whyOf(action);
  return {
    ...{ id, recipe, step, label, files: paths, state },
    ...definedOnly({ line: start, verdict, warned, ruleId, reason }),
  };
}

function startOf(diff: string): number | undefined {
  const start = parseDiff(diff)?.changes[0]?.start;
  return start === undefined ? undefined : start + 1;
}

function changedAction({ before, after, matchedBy }: ActionPair): readonly ChangedAction[] {
  if (before === undefined || after === undefined || matchedBy === undefined) return [];
  const differs = [
    ...(endOf(before) === endOf(after) ? [] : ["state" as const]),
    ...(before.verdict === after.verdict && before.warned === after.warned
      ? []
      : ["verdict" as const]),
    ...(before.ruleId === after.ruleId ? [] : ["rule" as const]),
    ...(whyOf(before) === whyOf(after) ? [] : ["reason" as const]),
    ...(matchedBy === "place" ? ["change" as const] : []),
  ];
  if (differs.length === 0) return [];
  const [one, other] = [comparedAction(before), comparedAction(after)];
  return [{ matchedBy, differs, before: one, after: other }];
}

/** Returns the end of an action: a dry run counts as a run. */
function endOf({ state }: ActionReport): string {
  return state === "would-apply" ? "applied" : state;
}

function movesOf(pairs: readonly ActionPair[]): Comparison["moves"] {
  const moves = new Map<string, { from: string; to: string; actions: number }>();
  for (const { before, after } of pairs) {
    if (before === undefined || after === undefined || endOf(before) === endOf(after)) continue;
    const key = `${before.state} ${after.state}`;
    const move = moves.get(key) ?? { from: before.state, to: after.state, actions: 0 };
    move.actions += 1;
    moves.set(key, move);
  }
  return [...moves.values()];
}

type ComparedNet = NonNullable<Comparison["files"][number]["before"]>;

type Part = Report["actions"][number]["files"][number];

/** Returns the files whose net changes differ, by path; one that has only moved in its file is the same. */
function compareFiles(before: Report, after: Report): Comparison["files"] {
  const [old, fresh] = [before, after].map(({ actions }) =>
    writtenParts(actions, { withPending: true }),
  ) as [ReadonlyMap<string, readonly Part[]>, ReadonlyMap<string, readonly Part[]>];
  const paths = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return paths.flatMap((path) => {
    const [one, other] = [netOf(old.get(path)), netOf(fresh.get(path))];
    if (one === undefined && other === undefined) return [];
    if (one !== undefined && other !== undefined && isSame(one, other)) return [];
    return [{ path, ...definedOnly({ before: one, after: other }) }];
  });
}

function netOf(parts: readonly Part[] = []): ComparedNet | undefined {
  const [net] = netFile(parts);
  if (net === undefined) return undefined;
  const { changes, diff, additions, deletions, preHash, postHash } = net;
  return {
    additions,
    deletions,
    preHash,
    ...(postHash === undefined ? {} : { postHash }),
    ...(changes === undefined ? {} : { diff }),
  };
}

function isSame(one: ComparedNet, other: ComparedNet): boolean {
  if (modeIn(one) !== modeIn(other)) return false;
  const isKnown = one.postHash !== undefined;
  if (isKnown && one.preHash === other.preHash && one.postHash === other.postHash) return true;
  if (one.diff === undefined || other.diff === undefined) return false;
  return one.diff === other.diff || linesOf(one.diff) === linesOf(other.diff);
}

/** The line that tells of another mode; undefined without one. */
function modeIn({ diff = "" }: ComparedNet): string | undefined {
  const [head = ""] = diff.split("\n@@", 1);
  return /^new (?:file )?mode .*$/m.exec(head)?.[0];
}

/** The lines that change, without their places. */
function linesOf(diff: string): string {
  const parsed = parseDiff(diff);
  if (parsed === undefined) return diff;
  const { isNew, isDeleted, changes } = parsed;
  return JSON.stringify([isNew, isDeleted, changes.map(({ removed, added }) => [removed, added])]);
}
