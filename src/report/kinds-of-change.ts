import type { ActionReport } from "../model/report/report.ts";
import { type LineChange, parseDiff } from "../shared/diff/parse-diff.ts";

/** Changes that are equal up to what their op captures. */
export interface ChangeKind {
  /** `recipe › step`. */
  readonly step: string;
  /** The first one. */
  readonly example: { readonly path: string; readonly change: LineChange };
  /** The number of places. */
  readonly count: number;
  readonly files: number;
}

/** The bounds of what is read; UTF-16 code units. */
const [MOST_TEXT, MOST_KEY] = [20_000_000, 4000];

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
  for (const { recipe, step, files } of actions)
    for (const file of files) {
      isWhole = read < MOST_TEXT;
      if (!isWhole) break;
      const { diff, path } = file;
      read += diff.length;
      const seen = new Set<string>();
      for (const change of parseDiff(diff)?.changes ?? []) {
        const { key, places } = keyOf(change, file);
        const whole = JSON.stringify([recipe, step, key]);
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

/** Returns the words of all kinds of a file's changes: files with the same ones are edited alike. */
export function kindsOfFile(file: Pick<ChangedFile, "diff" | "regions">): readonly string[] {
  const changes = parseDiff(file.diff)?.changes ?? [];
  return [...new Set(changes.map((change) => keyOf(change, file).key))].sort();
}

/** The ops that replace something in the lines of a change; without one, such as for a transform, the shape of it. */
function keyOf(change: LineChange, { regions = [] }: Pick<ChangedFile, "regions">) {
  const [first, last] = [change.start + 1, change.start + Math.max(1, change.removed.length)];
  const own = regions.filter(({ before }) => before.startLine <= last && before.endLine >= first);
  const ops = [...new Set(own.map(({ op }) => op))].sort();
  const key = ops.length > 0 ? ops.join(" ") : shapeOf(change);
  return { key, places: Math.max(1, own.length) };
}

/** Returns a change without white space and without what stays: code that is only moved is one sign. */
function shapeOf({ removed, added }: LineChange): string {
  const [before, after] = [tokensOf(removed), tokensOf(added)];
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) start += 1;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [gone, come] = [before, after].map((tokens) => tokens.slice(start, tokens.length - end));
  return `${withoutShared(gone, come)} → ${withoutShared(come, gone)}`;
}

function tokensOf(lines: readonly string[]): readonly string[] {
  return (
    lines
      .join("")
      .slice(0, MOST_KEY)
      .match(/[\p{L}\p{N}_$]+|[^\s]/gu) ?? []
  );
}

function withoutShared(tokens: readonly string[] = [], others: readonly string[] = []): string {
  const shared = new Set(others);
  const signs = tokens.map((token) => (shared.has(token) ? "…" : token));
  return signs.filter((sign, at) => sign !== "…" || signs[at - 1] !== "…").join(" ");
}
