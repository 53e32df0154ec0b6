import type { PlacedSuggestion } from "../../model/forge/placed-suggestion.ts";
import { parseDiff } from "../../shared/diff/parse-diff.ts";
import type { Suggestion } from "./suggestions.ts";

/** The parts of a pull request on which suggestions depend. */
export interface ReviewedPull {
  /** The diff of each file, by its path in the repository. */
  readonly patches: ReadonlyMap<string, string>;
  /** The first texts of the threads that the same token opened in its reviews. */
  readonly threads: readonly string[];
  /** Leads from a path of the report to one of the repository. */
  readonly pathOf: (path: string) => string;
  /** The most suggestions of all runs together. */
  readonly most: number;
}

/**
 * Returns suggestions whose lines are in the diff of the pull request, with exactly the text that they replace, and
 * that no run has made before: a thread that was resolved is not opened again.
 */
export function placeSuggestions(
  suggestions: readonly Suggestion[],
  { patches, threads, pathOf, most }: ReviewedPull,
): readonly PlacedSuggestion[] {
  const madeBefore = threads.filter((text) => text.startsWith("<!-- sluice suggestion ")).length;
  const firstLines = new Set(threads.map((text) => text.split("\n", 1)[0]?.trimEnd()));
  const placed: PlacedSuggestion[] = [];
  const lines = new Map<string, ReadonlyMap<number, string>>();
  for (const { path: own, change, body, marker } of suggestions) {
    if (placed.length >= most - madeBefore) break;
    const path = pathOf(own);
    const patch = patches.get(path);
    if (patch === undefined || firstLines.has(marker)) continue;
    const head = lines.get(path) ?? linesOfHead(patch);
    lines.set(path, head);
    const { start, removed } = change;
    if (!removed.every((text, offset) => head.get(start + offset) === text)) continue;
    firstLines.add(marker);
    placed.push({ path, startLine: start + 1, endLine: start + removed.length, body });
  }
  return placed;
}

/** Returns the lines of the new text that a diff shows, by their numbers; from 0. */
function linesOfHead(patch: string): ReadonlyMap<number, string> {
  const diff = parseDiff(patch.endsWith("\n") ? patch : `${patch}\n`);
  if (diff === undefined) return new Map();
  const lines = new Map<number, string>();
  const starts = diff.changes.map(({ start, removed, added }) => ({ start, removed, added }));
  let [shift, index] = [0, 0];
  const takeChanges = (before: number) => {
    for (let change = starts[index]; change !== undefined && change.start < before; ) {
      for (const [offset, text] of change.added.entries())
        lines.set(change.start + shift + offset, text);
      shift += change.added.length - change.removed.length;
      index += 1;
      change = starts[index];
    }
  };
  for (const [line, text] of diff.kept) {
    takeChanges(line + 1);
    lines.set(line + shift, text);
  }
  takeChanges(Number.POSITIVE_INFINITY);
  return lines;
}
