import type { FileMode } from "../../model/patch/file-mode.ts";
import { definedOnly } from "../defined-only.ts";
import { singleEdit } from "../single-edit.ts";
import { netChanges } from "./net-changes.ts";
import { type FileDiff, type LineChange, parseDiff } from "./parse-diff.ts";
import { splitLines } from "./split-lines.ts";

/** The changes of one action in a file that are added up so far. */
export interface WrittenPart {
  /** Relative to the root. */
  readonly path: string;
  readonly diff: string;
  readonly additions: number;
  readonly deletions: number;
  /** The hash of the text before; null for a new file. */
  readonly preHash: string | null;
  /** The hash of the text after; null for a deleted file. */
  readonly postHash: string | null;
  /** The mode that the file gets. Absent if it keeps its own. */
  readonly mode?: FileMode | undefined;
  /** One write makes several parts; each begins at the text before all of it. */
  readonly isJoint?: boolean | undefined;
  /** A person applied it after the run, to what the file was then; its diff is the one of the preview. */
  readonly isLater?: boolean | undefined;
}

/** The change of a file from one text to the next. */
export interface Step {
  /** The hash of the text before; null for a new file. */
  readonly preHash: string | null;
  /** The hash of the text after; null for a deleted file, undefined if it is not known. */
  readonly postHash: string | null | undefined;
  readonly diff: FileDiff;
}

/** Returns diffs of which each begins where the one before it ended; undefined if they do not fit together. */
export function stepsOf(parts: readonly WrittenPart[]): readonly Step[] | undefined {
  const steps = followingSteps(parts);
  return steps ?? (parts.some(isLater) ? withLaterParts(parts) : undefined);
}

function followingSteps(parts: readonly WrittenPart[]): readonly Step[] | undefined {
  const groups: (Omit<Step, "diff"> & { readonly diffs: FileDiff[] })[] = [];
  for (const { preHash, postHash, diff: text, isJoint } of parts) {
    const diff = parseDiff(text);
    if (diff === undefined) return undefined;
    const last = groups.at(-1);
    // The parts of one write each begin at the text before all of it.
    const isSameWrite = isJoint === true && last?.preHash === preHash && last.postHash === postHash;
    if (isSameWrite) last.diffs.push(diff);
    else if (last !== undefined && last.postHash !== preHash) return undefined;
    else groups.push({ preHash, postHash, diffs: [diff] });
  }
  const steps = groups.flatMap(({ diffs, ...hashes }): readonly Step[] => {
    const diff = merged(diffs);
    return diff === undefined ? [] : [{ ...hashes, diff }];
  });
  return steps.length === groups.length ? steps : undefined;
}

/**
 * Adds what was applied later. Each of these diffs begins at a text of the run and changes other words than what came
 * after that text: both are merged there.
 */
function withLaterParts(parts: readonly WrittenPart[]): readonly Step[] | undefined {
  let steps = followingSteps(parts.filter((part) => !isLater(part)));
  for (const { preHash, postHash, diff: text } of parts.filter(isLater)) {
    const diff = parseDiff(text);
    if (steps === undefined || diff === undefined) return undefined;
    const at = steps.findIndex((step) => step.preHash === preHash);
    if (at === -1) {
      if (steps.length > 0 && steps.at(-1)?.postHash !== preHash) return undefined;
      steps = [...steps, { preHash, postHash, diff }];
      continue;
    }
    const diffs = steps.slice(at).map((step) => step.diff);
    if ([...diffs, diff].some(({ isNew, isDeleted }) => isNew || isDeleted)) return undefined;
    const both = merged([
      { isNew: false, isDeleted: false, ...modesIn(diffs), ...netChanges(diffs) },
      diff,
    ]);
    if (both === undefined) return undefined;
    steps = [...steps.slice(0, at), { preHash, postHash: undefined, diff: both }];
  }
  return steps;
}

function isLater(part: WrittenPart): boolean {
  return part.isLater === true;
}

/** Merges diffs of the same text; undefined if two of them change the same words. */
function merged(diffs: readonly FileDiff[]): FileDiff | undefined {
  const [first, ...others] = diffs;
  if (first === undefined || others.length === 0) return first;
  const changes = joinChanges(diffs.flatMap((diff) => diff.changes));
  if (changes === undefined) return undefined;
  const gone = new Set(
    changes.flatMap(({ start, removed }) => removed.map((_line, offset) => start + offset)),
  );
  const kept = new Map(diffs.flatMap((diff) => [...diff.kept]).filter(([line]) => !gone.has(line)));
  return { ...first, ...modesIn(diffs), changes, kept };
}

/** Returns the modes that the last of some diffs tells. */
function modesIn(diffs: readonly FileDiff[]): Pick<FileDiff, "oldMode" | "newMode"> {
  const { oldMode, newMode } = diffs.findLast((diff) => diff.newMode !== undefined) ?? {};
  return definedOnly({ oldMode, newMode });
}

/**
 * Joins changes that all count in the same text, so that no two of them touch the same line. Undefined if two change
 * the same words of a line: their order is then not known.
 */
function joinChanges(changes: readonly LineChange[]): readonly LineChange[] | undefined {
  const groups: LineChange[][] = [];
  let end = -1;
  for (const change of [...changes].sort((a, b) => a.start - b.start || endOf(a) - endOf(b))) {
    if (change.start < end) groups.at(-1)?.push(change);
    else groups.push([change]);
    // An insertion takes its place, so that two at one place overlap.
    end = Math.max(end, endOf(change), change.start + 1);
  }
  const joined = groups.map(joinGroup);
  return joined.every((change) => change !== undefined) ? joined : undefined;
}

function endOf({ start, removed }: LineChange): number {
  return start + removed.length;
}

/** Joins changes of overlapping lines by the words that each changes. */
function joinGroup(group: readonly LineChange[]): LineChange | undefined {
  const [first] = group;
  if (first === undefined || group.length === 1) return first;
  // The place of an insertion among words is not known: its line stays.
  if (group.some(({ removed }) => removed.length === 0)) return undefined;
  const lines: string[] = [];
  for (const { start, removed } of group)
    for (const [index, line] of removed.entries()) lines[start - first.start + index] = line;
  const text = lines.join("");
  const words = group.map(({ start, removed, added }) => {
    const offset = lines.slice(0, start - first.start).join("").length;
    return wordsOf(removed.join(""), added.join(""), offset);
  });
  words.sort((a, b) => a.from - b.from || a.to - b.to);
  if (words.some(({ from }, index) => from < (words[index - 1]?.to ?? 0))) return undefined;
  const result = words.reduceRight(
    (joined, word) => joined.slice(0, word.start) + word.text + joined.slice(word.end),
    text,
  );
  return { start: first.start, removed: lines, added: splitLines(result) };
}

/**
 * Returns the one edit between two texts, moved by an offset, and the range in which it may stand: a repeated word
 * could have been changed at another of its places.
 */
function wordsOf(before: string, after: string, offset: number) {
  const { start, end, text } = singleEdit(before, after);
  const mirrored = singleEdit(reversed(before), reversed(after));
  return {
    start: offset + start,
    end: offset + end,
    text,
    from: offset + Math.min(start, before.length - mirrored.end),
    to: offset + Math.max(end, before.length - mirrored.start),
  };
}

function reversed(text: string): string {
  let result = "";
  for (let index = text.length - 1; index >= 0; index -= 1) result += text[index];
  return result;
}
