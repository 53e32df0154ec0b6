import type { ComparisonPage } from "../../model/page/comparison-page.ts";
import type { ComparedAction, Comparison } from "../../model/report/comparison.ts";
import { bounded, PAGE_LIMITS, words } from "./bounds.ts";
import { elementOf } from "./data-element.ts";
import { readPageFiles } from "./page-files.ts";
import { pageEnd, pageStart } from "./page-frame.ts";

/** Yields the page of two reports that were compared. */
export function* comparisonHtml(comparison: Comparison): Generator<string, void> {
  const { before, after, counts } = comparison;
  const page: ComparisonPage = {
    kind: "comparison",
    ...{ before, after, counts, moves: bounded(comparison.moves) },
    changed: mapped(bounded(comparison.changed), (one) => ({
      ...one,
      before: inBounds(one.before),
      after: inBounds(one.after),
    })),
    new: mapped(bounded(comparison.new), inBounds),
    gone: mapped(bounded(comparison.gone), inBounds),
    files: bounded(comparison.files),
  };
  const files = readPageFiles();
  yield pageStart(files, `${before.name} and ${after.name} compared`);
  yield elementOf("data", page);
  yield pageEnd(files);
}

function mapped<Item>(
  { items, more }: { readonly items: readonly Item[]; readonly more: number },
  change: (item: Item) => Item,
) {
  return { items: items.map(change), more };
}

function inBounds(action: ComparedAction): ComparedAction {
  const { label, reason, files } = action;
  const shown = { ...action, label: words(label), files: files.slice(0, PAGE_LIMITS.inner) };
  return reason === undefined ? shown : { ...shown, reason: words(reason) };
}
