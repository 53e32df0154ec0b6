import type { Grouping } from "../../model/report/groupings.ts";
import {
  type ActionReport,
  type ActionState,
  isWarned,
  type Report,
} from "../../model/report/report.ts";
import { netFiles } from "../../shared/diff/net-files.ts";
import { addTo } from "../../shared/lists/add-to.ts";
import type { ChangesView } from "./changes-view.ts";
import type { Entry } from "./entry.ts";

/** Actions that need no person come first; those that need one come last, next to the totals. */
const ORDER: readonly (readonly ActionState[])[] = [
  ["pending", "would-apply", "applied"],
  ["discarded"],
  ["failed"],
  ["held"],
];

/** Returns true if the action is written, or would be. */
export function isInOrder({ state }: ActionReport): boolean {
  return ORDER[0]?.includes(state) ?? false;
}

/** Returns actions in the order in which they are shown: those that a rule warns of before all that are in order. */
export function inShownOrder(actions: readonly ActionReport[]): readonly ActionReport[] {
  const rest = actions.filter((action) => !isWarned(action));
  const others = ORDER.flatMap((states) => rest.filter(({ state }) => states.includes(state)));
  return rest.length === actions.length ? others : [...actions.filter(isWarned), ...others];
}

/** Returns what a view shows, in its order. Diffs are not read. */
export function entriesOf(
  { actions }: Pick<Report, "actions">,
  { isNet, groupBy }: Pick<ChangesView, "isNet" | "groupBy">,
): readonly Entry[] {
  const shown = inShownOrder(actions);
  const rest = isNet ? shown.filter((action) => !isInOrder(action)) : shown;
  const entries = rest.flatMap((action): readonly Entry[] => {
    const { files } = action;
    const entry = entryOf(action);
    if (groupBy !== "file" || files.length < 2) return [entry];
    return files.map((file) => ({ ...entry, files: [file] }));
  });
  return isNet ? [...netEntries(actions), ...entries] : entries;
}

function netEntries(actions: readonly ActionReport[]): readonly Entry[] {
  const byPath = new Map<string, ActionReport[]>();
  for (const action of actions)
    if (isInOrder(action) || action.isWritten === true)
      for (const { path } of action.files) {
        const own = byPath.get(path);
        if (own === undefined) byPath.set(path, [action]);
        else if (own.at(-1) !== action) own.push(action);
      }
  const sums = netFiles(actions, { withPending: true }).flatMap((file): readonly Entry[] => {
    const own = byPath.get(file.path) ?? [];
    const [action] = own;
    return action === undefined ? [] : [{ action, actions: own, files: [file], isNet: true }];
  });
  // The changes of custom tools are not known.
  const others = actions.filter((action) => isInOrder(action) && action.files.length === 0);
  return [...sums, ...others.map(entryOf)];
}

/** Returns an action with all its files. */
export function entryOf(action: ActionReport): Entry {
  return { action, actions: [action], files: action.files, isNet: false };
}

/** Returns the name of the group of an entry: of a net change those of all its actions. */
function groupName({ actions, files }: Entry, groupBy: Grouping): string {
  return [...new Set(actions.map((action) => groupOfAction(action, files, groupBy)))].join(", ");
}

function groupOfAction(
  { recipe, step, ruleId, facts }: ActionReport,
  files: Entry["files"],
  groupBy: Grouping,
): string {
  switch (groupBy) {
    case "step":
      return `${recipe} › ${step}`;
    case "file":
      return files[0]?.path ?? facts.files[0] ?? "(no file)";
    case "rule":
      return ruleId === undefined ? "(no policy)" : `rule ${ruleId}`;
    case "owner":
      return listNames(facts.owners, "owner");
    case "package":
      return listNames(facts.packages, "package");
  }
}

function listNames(names: readonly string[] | undefined, noun: string): string {
  if (names === undefined) return `(${noun} not known)`;
  return names.length === 0 ? `(no ${noun})` : [...names].sort().join(", ");
}

/** Returns entries by their groups, in the order in which the groups come; one group without a name for none. */
export function grouped(
  entries: readonly Entry[],
  groupBy: Grouping | undefined,
): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const name = groupBy === undefined ? "" : groupName(entry, groupBy);
    addTo(groups, name, entry);
  }
  return groups;
}
