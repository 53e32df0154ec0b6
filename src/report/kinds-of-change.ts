import type { ActionReport } from "../model/report/report.ts";
import { type LineChange, parseDiff } from "../shared/diff/parse-diff.ts";
import { type CallPlace, keysOfChange } from "./change-keys.ts";

/** Changes of the same lines, or by one op of one call that are equal up to the code that it keeps. */
export interface ChangeKind {
  /** `recipe › step`. */
  readonly step: string;
  /** The first one. */
  readonly example: { readonly path: string; readonly change: LineChange };
  /** The number of places. */
  readonly count: number;
  readonly files: number;
}

/** The most UTF-16 code units that are read. */
const MOST_TEXT = 20_000_000;

type ChangedFile = ActionReport["files"][number];

/**
 * Returns the kinds of the changes of some actions, the most frequent first. `isWhole` is false if the diffs are so
 * long that the last of them were not read.
 */
export function kindsOf(actions: readonly ActionReport[]): {
  readonly kinds: readonly ChangeKind[];
  readonly isWhole: boolean;
} {
  const kinds = new Map<string, ChangeKind>();
  let [read, isWhole] = [0, true];
  for (const action of actions)
    for (const file of action.files) {
      isWhole = read < MOST_TEXT;
      if (!isWhole) break;
      const { recipe, step } = action;
      const { diff, path, regions } = file;
      read += diff.length;
      const seen = new Set<string>();
      for (const { change, keys, places } of keyedChanges({ diff, regions }, action)) {
        const whole = JSON.stringify([recipe, step, keys]);
        const known = kinds.get(whole);
        kinds.set(whole, {
          step: `${recipe} › ${step}`,
          example: known?.example ?? { path, change },
          count: (known?.count ?? 0) + places,
          files: (known?.files ?? 0) + (seen.has(whole) ? 0 : 1),
        });
        seen.add(whole);
      }
    }
  return { kinds: [...kinds.values()].sort((a, b) => b.count - a.count), isWhole };
}

/**
 * Returns the keys of all kinds of a file's changes: files with the same ones are edited alike. Empty if the diff shows
 * no change.
 */
export function kindsOfFile(file: FileDiffText, call: CallPlace): readonly string[] {
  const keys = keyedChanges(file, call).flatMap((change) => change.keys);
  const [head = ""] = file.diff.split("\n@@", 1);
  const modes = head.match(/^(?:old|new|deleted)(?: file)? mode .*$/gm) ?? [];
  const isShown = keys.length > 0 || modes.some((mode) => mode.startsWith("new mode"));
  return isShown ? [...new Set([...keys, ...modes])].sort() : [];
}

type FileDiffText = {
  readonly diff: string;
  readonly regions?: ChangedFile["regions"] | undefined;
};

function keyedChanges({ diff, regions = [] }: FileDiffText, call: CallPlace) {
  let shift = 0;
  return (parseDiff(diff)?.changes ?? []).map((change) => {
    const startAfter = change.start + shift;
    shift += change.added.length - change.removed.length;
    return { change, ...keysOfChange({ change, startAfter }, regions, call) };
  });
}
