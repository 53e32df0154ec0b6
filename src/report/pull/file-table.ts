import type { ActionReport } from "../../model/report/report.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { PartLimit } from "../comment/commented-report.ts";
import { fileWords } from "../file-words.ts";
import { type WriteHistory, writeHistory } from "../findings/write-history.ts";
import { boundedTable } from "./bounded-table.ts";
import { type ChangedPart, type Hunk, hunksOf, hunkText } from "./hunk-lines.ts";
import { type RulePlaces, ruleText } from "./rule-text.ts";

const HEAD = "| File | Lines | Changes | Rule |\n| --- | --- | --- | --- |\n";

/** What one rule has let into one file. */
interface Row {
  readonly path: string;
  readonly rule: string;
  readonly hunks: Hunk[];
  additions: number;
  deletions: number;
  /** A word in the place of lines; empty if lines say it all. */
  words: string;
}

/** Returns a table of the files of actions: for each hunk, by its lines in the base, the rule that let it in. */
export function fileTable(
  actions: readonly ActionReport[],
  rulePlaces: RulePlaces,
  limit: PartLimit,
): string {
  const rows = new Map<string, Row>();
  const parts = new Map<string, ChangedPart[]>();
  for (const { files } of actions) for (const part of files) addTo(parts, part.path, part);
  const histories = new Map([...parts].map(([path, own]) => [path, writeHistory(own)] as const));
  for (const action of actions) {
    const rule = ruleText(action, rulePlaces);
    for (const part of action.files) addPart(rowOf(rows, part.path, rule), part, histories);
    // A custom tool names its files, and nothing of what it changes there.
    if (action.files.length === 0)
      for (const path of fileWords(action.facts)) rowOf(rows, path, rule).words = "–";
  }
  const cells = [...rows.values()].map(cellsOf);
  return boundedTable({ head: HEAD, rows: cells, noun: "row" }, limit);
}

function rowOf(rows: Map<string, Row>, path: string, rule: string): Row {
  const key = JSON.stringify([path, rule]);
  const row = rows.get(key) ?? { path, rule, hunks: [], additions: 0, deletions: 0, words: "" };
  rows.set(key, row);
  return row;
}

function addPart(row: Row, part: ChangedPart, histories: ReadonlyMap<string, WriteHistory>): void {
  row.additions += part.additions;
  row.deletions += part.deletions;
  const history = histories.get(part.path);
  const hunks = history === undefined ? undefined : hunksOf(part, history);
  if (part.preHash === null) row.words = "new file";
  else if (part.postHash === null) row.words = "deleted";
  else if (hunks === undefined) row.words = "unknown";
  else row.hunks.push(...hunks);
  if (part.mode !== undefined && row.words === "") row.words = "mode";
}

function cellsOf({ path, rule, hunks, additions, deletions, words }: Row): readonly string[] {
  const lines = hunks.length === 0 ? words : hunkText(hunks);
  return [path, lines, `+${additions} −${deletions}`, rule];
}
