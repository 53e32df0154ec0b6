import type { ActionReport, ActionState } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import { shorten } from "../../shared/shorten.ts";
import { markdownText } from "../markdown-text.ts";
import { splitFolders } from "../overview/split-folders.ts";
import type { PartLimit } from "./commented-report.ts";
import { firstThatFit, roomForRest } from "./first-that-fit.ts";

/** With so few files the table of files says it all. */
const FEW_FILES = 5;
/** The most rows of one kind. */
const MOST_ROWS = 10;
const NAME_LENGTH = 120;

const HEAD = "| By | | Files | Lines | Held |\n| --- | --- | ---: | ---: | ---: |\n";

/** The changes of an action in one file. */
interface Change {
  readonly path: string;
  readonly additions: number;
  readonly deletions: number;
  readonly action: ActionReport;
}

/** Returns one table of what changes, or waits to, by step, rule and folder; empty for few files. */
export function reviewTable(
  actions: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): string {
  const changes = actions
    .filter(({ state }) => state !== "discarded")
    .flatMap((action) => action.files.map((file): Change => changeIn(action, file)));
  const byPath = groupBy(changes, ({ path }) => path);
  if (byPath.size <= FEW_FILES) return "";
  const folders = splitFolders([...byPath.keys()], MOST_ROWS).map(
    ({ name, paths, isRest }): [string, readonly Change[]] => [
      isRest ? `${name} (others)` : name,
      paths.flatMap((path) => byPath.get(path) ?? []),
    ],
  );
  const rows = [
    ...rowsOf(
      "step",
      groupBy(changes, ({ action }) => `${action.recipe} › ${action.step}`),
    ),
    ...rowsOf(
      "rule",
      groupBy(changes, ({ action }) => action.ruleId ?? "–"),
    ),
    ...rowsOf("folder", new Map(folders)),
  ];
  const { shown, left } = firstThatFit(rows, length - HEAD.length - roomForRest(elsewhere));
  if (shown.length === 0) return "";
  return `${HEAD}${shown.join("\n")}${left === 0 ? "" : `\n\n${countOf(left, "more row")}; ${elsewhere}.`}`;
}

function changeIn(
  action: ActionReport,
  { path, additions, deletions }: ActionReport["files"][number],
): Change {
  return { path, additions, deletions, action };
}

function groupBy(
  changes: readonly Change[],
  nameOf: (change: Change) => string,
): ReadonlyMap<string, readonly Change[]> {
  const groups = new Map<string, Change[]>();
  for (const change of changes) addTo(groups, nameOf(change), change);
  return groups;
}

function rowsOf(what: string, groups: ReadonlyMap<string, readonly Change[]>): readonly string[] {
  const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
  const rows = sorted.slice(0, MOST_ROWS).map(([name, changes]) => rowOf(what, name, changes));
  const left = sorted.length - rows.length;
  return left === 0 ? rows : [...rows, `| ${what} | and ${left} more | | | |`];
}

function rowOf(what: string, name: string, changes: readonly Change[]): string {
  let [added, removed] = [0, 0];
  for (const { additions, deletions } of changes)
    [added, removed] = [added + additions, removed + deletions];
  const files = new Set(changes.map(({ path }) => path)).size;
  const held = new Set(changes.map(({ action }) => action).filter(needsPerson)).size;
  const label = markdownText(shorten(name, NAME_LENGTH));
  return `| ${what} | ${label} | ${files} | +${added} −${removed} | ${held === 0 ? "" : held} |`;
}

function needsPerson({ state }: { readonly state: ActionState }): boolean {
  return state === "held" || state === "failed";
}
