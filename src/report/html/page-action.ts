import type { PageAction, PageActionDetail, PageActionFile } from "../../model/page/page-action.ts";
import type { CutText, PartPlace } from "../../model/page/page-part.ts";
import { type ActionReport, whyOf } from "../../model/report/report.ts";
import { bounded, cutText, LISTED_PATHS, PAGE_LIMITS, words } from "./bounds.ts";
import { type DiffBudget, pageDiff } from "./page-diff.ts";

/** Returns the entry of an action in the list. */
export function pageAction(
  action: ActionReport,
  {
    order,
    kinds,
    alike,
    ...place
  }: PartPlace & {
    readonly order: number;
    readonly kinds: readonly string[];
    readonly alike: string | undefined;
  },
): PageAction {
  const { id, state, verdict, warned, isStale, label, recipe, step, tool, ruleId, facts, files } =
    action;
  const why = whyOf(action);
  return {
    id,
    order,
    state,
    verdict,
    warned,
    isStale,
    label: words(label),
    recipe,
    step,
    tool,
    rule: ruleId,
    why: why === undefined ? undefined : words(why),
    paths: facts.files.slice(0, LISTED_PATHS),
    fileCount: facts.files.length,
    owners: bounded(facts.owners, LISTED_PATHS).items,
    kinds: kinds.length === 0 ? undefined : kinds,
    alike,
    replacements: facts.replacements ?? 0,
    additions: facts.additions ?? 0,
    deletions: facts.deletions ?? 0,
    hasBytes: files.length > 0,
    ...place,
  };
}

/** Returns what is shown of an action that is opened. Each diff is read once. */
export function pageActionDetail(action: ActionReport, budget: DiffBudget): PageActionDetail {
  const { trace, facts, files, result, applyError, modelReason, extra } = action;
  const { checks, sourceToolName, callId } = action;
  const shownFiles = bounded(files, PAGE_LIMITS.inner * 20);
  return {
    trace,
    facts: Object.entries(facts).map(([name, value]) => [name, factText(value)] as const),
    files: shownFiles.items.map((file) => actionFile(file, budget)),
    moreFiles: shownFiles.more,
    result: result === undefined ? undefined : cutText(result),
    applyError: applyError === undefined ? undefined : words(applyError),
    modelReason: modelReason === undefined ? undefined : words(modelReason),
    extra: extra === undefined ? undefined : jsonOf(extra),
    checks,
    sourceToolName,
    callId,
  };
}

/** Returns a value as JSON for people. */
export function jsonOf(value: unknown): CutText {
  return cutText(JSON.stringify(value, null, 2) ?? "");
}

function factText(value: unknown): string {
  if (!Array.isArray(value)) return words(typeof value === "string" ? value : jsonOf(value).text);
  const { items, more } = bounded<unknown>(value, PAGE_LIMITS.inner);
  const shown = items.map((item) => (typeof item === "string" ? item : jsonOf(item).text));
  return [...shown, ...(more > 0 ? [`… ${more} more`] : [])].join("\n");
}

type ReportedFile = ActionReport["files"][number];

function actionFile(file: ReportedFile, budget: DiffBudget): PageActionFile {
  const { path, language, replacements, additions, deletions, superseded } = file;
  return {
    path,
    language,
    replacements,
    additions,
    deletions,
    superseded: superseded.length,
    ops: opsOf(file),
    diff: pageDiff(file.diff, budget),
  };
}

function opsOf({ regions = [] }: ReportedFile): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { op } of regions) counts.set(op, (counts.get(op) ?? 0) + 1);
  return bounded([...counts], PAGE_LIMITS.inner).items;
}
