import type { Colors } from "picocolors/types.js";
import { countOf } from "../../shared/count-of.ts";
import { countOfState } from "../terminal/marks.ts";
import { terminalLine } from "../terminal-text.ts";
import type { Entry } from "./entry.ts";

/** Returns the line above a group: its name, its actions and files, and how many of them need a person. */
export function groupHead(name: string, entries: readonly Entry[], colors: Colors): string {
  const files = new Set(entries.flatMap((entry) => pathsOf(entry)));
  const actions = new Set(entries.flatMap((entry) => entry.actions));
  const counts = [countOf(files.size, "file"), countOf(actions.size, "action")].join(", ");
  const words = [colors.dim(counts), ...notInOrder(actions, colors)].join(", ");
  return `${colors.bold(terminalLine(name))}  ${words}`;
}

/** Returns how many actions were discarded, failed and are held. */
export function notInOrder(
  actions: ReadonlySet<Entry["action"]>,
  colors: Colors,
): readonly string[] {
  return (["discarded", "failed", "held"] as const).flatMap((state) => {
    let count = 0;
    for (const action of actions) if (action.state === state) count += 1;
    return count === 0 ? [] : [countOfState(count, state, colors)];
  });
}

/** Returns the files of an entry; those that a custom tool names. */
export function pathsOf({ action, files }: Entry): readonly string[] {
  return files.length > 0 ? files.map(({ path }) => path) : action.facts.files;
}
