import type { PageActionFile } from "../../model/page/page-action.ts";
import type { ActionReport } from "../../model/report/report.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import { shorten } from "../../shared/shorten.ts";
import { kindsOfFile } from "../kinds-of-change.ts";

/** The most files of an action that are read, the most kinds of one, and the most names of a page. */
const [MOST_FILES, MOST_KINDS, MOST_NAMES] = [100, 5, 1000];
/** The most characters of each side of a name. */
const SIDE = 60;

/**
 * Returns a function that names the kinds of the changes of an action, each by the first lines of its first one. They
 * are for a table and a filter: no action is decided by them. `shown` are its files, with the diffs that were read.
 */
export function createKindNames(): (
  action: ActionReport,
  shown: readonly PageActionFile[],
) => readonly string[] {
  const names = new Map<string, string>();
  const used = new Set<string>();
  return (action, shown) => {
    const { recipe, step, files } = action;
    const found = new Set<string>();
    for (const [index, { diff }] of shown.slice(0, MOST_FILES).entries()) {
      const file = files[index];
      if (file === undefined || found.size >= MOST_KINDS) break;
      const kinds = kindsOfFile({ diff: diff.text, regions: file.regions }, action);
      if (kinds.length === 0) continue;
      const key = JSON.stringify([recipe, step, kinds]);
      const name = names.get(key) ?? unused(exampleOf(diff.text), used);
      if (names.size >= MOST_NAMES && !names.has(key)) continue;
      names.set(key, name);
      used.add(name);
      found.add(name);
    }
    return [...found];
  };
}

function exampleOf(diff: string): string {
  const [change] = parseDiff(diff)?.changes ?? [];
  const [gone, come] = [change?.removed, change?.added].map((lines) => {
    const line = lines?.map((text) => text.trim()).find((text) => text !== "");
    return line === undefined ? "(nothing)" : shorten(line, SIDE);
  });
  return `${gone} → ${come}`;
}

function unused(name: string, used: ReadonlySet<string>): string {
  let [free, number] = [name, 2];
  for (; used.has(free); number += 1) free = `${name} (${number})`;
  return free;
}
