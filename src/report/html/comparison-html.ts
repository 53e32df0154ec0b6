import type {
  ChangedEntry,
  ComparedEntry,
  ComparedFile,
  ComparisonPage,
} from "../../model/page/comparison-page.ts";
import type { ComparedFileDetail } from "../../model/page/page-file.ts";
import type { Bounded } from "../../model/page/page-part.ts";
import type { ChangedAction, ComparedAction, Comparison } from "../../model/report/comparison.ts";
import { bounded, boundedMap, LISTED_PATHS, PAGE_LIMITS, words } from "./bounds.ts";
import { elementOf } from "./data-element.ts";
import { type DiffBudget, pageDiff } from "./page-diff.ts";
import { readPageFiles } from "./page-files.ts";
import { pageEnd, pageStart } from "./page-frame.ts";
import { gatherList, gatherParts } from "./parts.ts";

/** Yields the page of two reports that were compared. */
export function* comparisonHtml(comparison: Comparison): Generator<string, void> {
  const { before, after } = comparison;
  const files = readPageFiles();
  yield pageStart(files, `${before.name} and ${after.name} compared`);
  const data = yield* comparisonData(comparison);
  yield elementOf("data", data);
  yield pageEnd(files);
}

/** Yields the diffs of two reports that were compared, each part as an element, and returns the data of their page. */
function* comparisonData(comparison: Comparison): Generator<string, ComparisonPage> {
  const { before, after, counts, moves, changed, new: fresh, gone } = comparison;
  const files = yield* filesOf(comparison);
  return {
    kind: "comparison",
    before,
    after,
    counts,
    moves: bounded(moves),
    changed: boundedMap(changed, changedEntry),
    new: boundedMap(fresh, comparedEntry),
    gone: boundedMap(gone, comparedEntry),
    files,
  };
}

function changedEntry({ differs, before, after }: ChangedAction): ChangedEntry {
  return { differs, before: comparedEntry(before), after: comparedEntry(after) };
}

function comparedEntry(action: ComparedAction): ComparedEntry {
  const { recipe, step, label, line, state, files, ruleId, reason } = action;
  return {
    recipe,
    step,
    label: words(label),
    line,
    state,
    paths: files.slice(0, LISTED_PATHS),
    fileCount: files.length,
    rule: ruleId,
    reason: reason === undefined ? undefined : words(reason),
  };
}

function* filesOf({ files }: Comparison): Generator<string, Bounded<ComparedFile>> {
  const parts = gatherParts();
  const budget: DiffBudget = { left: PAGE_LIMITS.diffs };
  const listed = yield* gatherList(bounded(files), parts, ({ path, before, after }) => {
    const room = budget.left;
    const detail: ComparedFileDetail = {
      before: diffOf(before, budget),
      after: diffOf(after, budget),
    };
    const place = parts.add(detail, room - budget.left);
    return { path, before: netOf(before), after: netOf(after), ...place };
  });
  yield* parts.flush("last");
  return listed;
}

type Net = Comparison["files"][number]["before"];

function diffOf(net: Net, budget: DiffBudget): ComparedFileDetail["before"] {
  return net?.diff === undefined ? undefined : pageDiff(net.diff, budget);
}

function netOf(net: Net): ComparedFile["before"] {
  if (net === undefined) return undefined;
  const { additions, deletions, preHash, postHash } = net;
  return { additions, deletions, isNew: preHash === null, isDeleted: postHash === null };
}
