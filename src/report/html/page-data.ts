import type { PageData } from "../../model/page/page-data.ts";
import type { Bounded } from "../../model/page/page-part.ts";
import { byUrgency } from "../../model/report/by-urgency.ts";
import type { Report } from "../../model/report/report.ts";
import { keepsHeld, rootOption } from "../held-advice.ts";
import { bounded, boundedMap, PAGE_LIMITS } from "./bounds.ts";
import { pageAction, pageActionDetail } from "./page-action.ts";
import { type DiffBudget, pageDiff } from "./page-diff.ts";
import { pageTranscript } from "./page-transcript.ts";
import { pageStepWhy } from "./page-why.ts";
import { gatherParts, type Parts } from "./parts.ts";

/** Yields the parts of the page, each as an element, and returns its data. */
export function* pageData(
  report: Report,
  advisedRoot: string | undefined,
): Generator<string, PageData> {
  const { run, outcome, exitCode, totals, policy, trust, ci, selection } = report;
  const parts = gatherParts();
  const budget: DiffBudget = { left: PAGE_LIMITS.diffs };
  const actions = yield* actionsOf(report, parts, budget);
  const files = yield* filesOf(report, parts, budget);
  const transcripts = yield* transcriptsOf(report, parts);
  yield* parts.flush("last");
  return {
    kind: "report",
    run,
    outcome,
    exitCode,
    totals,
    actions,
    files,
    held: { isKept: keepsHeld(report), option: rootOption(advisedRoot) },
    alerts: bounded(report.alerts),
    diagnostics: bounded(report.diagnostics),
    steps: bounded(report.steps),
    skipped: bounded(report.skipped),
    calls: bounded(report.calls),
    checks: bounded(report.checks),
    commits: bounded(report.commits),
    sources: bounded(report.sources),
    why: report.why && boundedMap(report.why, pageStepWhy, PAGE_LIMITS.inner),
    transcripts,
    policy,
    trust,
    ci,
    selection,
  };
}

function* actionsOf(
  { actions }: Report,
  parts: Parts,
  budget: DiffBudget,
): Generator<string, PageData["actions"]> {
  const orders = new Map(actions.map((action, order) => [action, order]));
  const { items, more } = bounded(byUrgency(actions), PAGE_LIMITS.listed);
  const listed: PageData["actions"]["items"][number][] = [];
  for (const action of items) {
    const before = budget.left;
    const detail = pageActionDetail(action, budget);
    const place = parts.add(detail, before - budget.left + 1000 + 100 * action.trace.length);
    listed.push(pageAction(action, orders.get(action) ?? 0, place));
    yield* parts.flush();
  }
  return { items: listed, more };
}

function* filesOf(
  { files = [] }: Report,
  parts: Parts,
  budget: DiffBudget,
): Generator<string, PageData["files"]> {
  const { items, more } = bounded(files, PAGE_LIMITS.listed);
  const listed: PageData["files"]["items"][number][] = [];
  for (const { path, steps, actions, net } of items) {
    const before = budget.left;
    const diff = net?.diff;
    const detail = diff === undefined ? {} : { diff: pageDiff(diff, budget) };
    const place = parts.add(detail, before - budget.left + 20);
    listed.push({
      path,
      steps: bounded(steps, PAGE_LIMITS.inner).items.map((of) => `${of.recipe} › ${of.step}`),
      actions: bounded(actions, PAGE_LIMITS.inner).items,
      actionCount: actions.length,
      net: net === undefined ? undefined : { additions: net.additions, deletions: net.deletions },
      ...place,
    });
    yield* parts.flush();
  }
  return { items: listed, more };
}

function* transcriptsOf(
  { transcripts }: Report,
  parts: Parts,
): Generator<string, Bounded<PageData["transcripts"]["items"][number]>> {
  const { items, more } = bounded(transcripts);
  const listed: PageData["transcripts"]["items"][number][] = [];
  for (const transcript of items) {
    listed.push(pageTranscript(transcript, parts));
    yield* parts.flush();
  }
  return { items: listed, more };
}
