import type { ConversationItem } from "../../model/conversation.ts";
import type {
  PageData,
  PageItem,
  PageStepWhy,
  PageTranscript,
  PageTranscriptDetail,
} from "../../model/page/page-data.ts";
import { byUrgency, toldByUrgency } from "../../model/report/by-urgency.ts";
import type { ActionReport, Report, StepWhy } from "../../model/report/report.ts";
import { alikeKey } from "../alike-actions.ts";
import { keepsHeld, rootOption } from "../held-advice.ts";
import { bounded, boundedMap, cutText, PAGE_LIMITS } from "./bounds.ts";
import { jsonOf, pageAction, pageActionDetail } from "./page-action.ts";
import { type DiffBudget, pageDiff } from "./page-diff.ts";
import { createKindNames } from "./page-kinds.ts";
import { gatherList, gatherParts, type Parts } from "./parts.ts";

/** The most findings that the page lists. */
const FINDINGS = 1000;

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
    findings: bounded(toldByUrgency(report.findings), FINDINGS),
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

function actionsOf(
  { actions }: Report,
  parts: Parts,
  budget: DiffBudget,
): Generator<string, PageData["actions"]> {
  const kindsOf = createKindNames();
  const orders = new Map(actions.map((action, order) => [action, order]));
  return gatherList(bounded(byUrgency(actions), PAGE_LIMITS.listed), parts, (listed) => {
    const isHeld = listed.state === "held";
    const action = isHeld ? readAction(listed) : listed;
    const before = budget.left;
    const detail = pageActionDetail(action, budget);
    const place = parts.add(detail, before - budget.left + 1000 + 100 * action.trace.length);
    const kinds = kindsOf(action, detail.files);
    const alike = isHeld ? alikeKey(action) : undefined;
    return pageAction(action, { order: orders.get(listed) ?? 0, kinds, alike, ...place });
  });
}

/** Returns an action whose diffs are in memory, so that each is read once. */
function readAction(action: ActionReport): ActionReport {
  return { ...action, files: action.files.map((file) => ({ ...file })) };
}

function filesOf(
  { files }: Report,
  parts: Parts,
  budget: DiffBudget,
): Generator<string, PageData["files"]> {
  return gatherList(bounded(files, PAGE_LIMITS.listed), parts, (file) => {
    const { path, steps, actions, net } = file;
    const before = budget.left;
    const diff = net?.diff;
    const detail = diff === undefined ? {} : { diff: pageDiff(diff, budget) };
    const place = parts.add(detail, before - budget.left + 20);
    return {
      path,
      steps: bounded(steps, PAGE_LIMITS.inner).items.map((of) => `${of.recipe} › ${of.step}`),
      actions: bounded(actions, PAGE_LIMITS.inner).items,
      actionCount: actions.length,
      net: net && { additions: net.additions, deletions: net.deletions },
      ...place,
    };
  });
}

function transcriptsOf(
  { transcripts }: Report,
  parts: Parts,
): Generator<string, PageData["transcripts"]> {
  return gatherList(bounded(transcripts), parts, (transcript) => pageTranscript(transcript, parts));
}

/** Returns the entry of a conversation in the list; its items go into a part. */
function pageTranscript(transcript: Report["transcripts"][number], parts: Parts): PageTranscript {
  const { recipe, step, model, outcome, vacuous, turns, fileRefs, output } = transcript;
  const items = bounded(transcript.items, PAGE_LIMITS.inner * 10);
  const detail: PageTranscriptDetail = {
    items: { items: items.items.map(pageItem), more: items.more },
    output: output === undefined ? undefined : jsonOf(output),
  };
  const size = detail.items.items.reduce((sum, { text }) => sum + text.text.length, 0);
  return {
    recipe,
    step,
    model,
    outcome,
    vacuous,
    turns: bounded(turns, PAGE_LIMITS.inner * 10).items,
    fileRefs: bounded(fileRefs, PAGE_LIMITS.inner * 10),
    ...parts.add(detail, size),
  };
}

function pageItem(item: ConversationItem): PageItem {
  switch (item.role) {
    case "user":
    case "assistant":
      return { role: item.role, text: cutText(item.text) };
    case "system":
      return { role: item.role, about: item.tag, text: cutText(item.text) };
    case "tool-call":
      return { role: item.role, about: item.tool, text: paramsText(item.params) };
    case "tool-result":
      return { role: item.role, about: item.tool, text: cutText(item.text), isError: item.isError };
  }
}

function paramsText(params: unknown) {
  return typeof params === "string" ? cutText(params) : jsonOf(params);
}

/** Returns what a step found, with the first of its ops. */
function pageStepWhy({ ops, ...step }: StepWhy): PageStepWhy {
  return { ...step, ops: bounded(ops, PAGE_LIMITS.inner) };
}
