import { singleEdit } from "../single-edit.ts";
import type { LineChange } from "./parse-diff.ts";

/**
 * Joins changes that all count in the same text, so that no two of them touch the same line. Undefined if two change
 * the same words of a line: their order is then not known.
 */
export function joinChanges(changes: readonly LineChange[]): readonly LineChange[] | undefined {
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
  return { start: first.start, removed: lines, added: result.match(/[^\n]*\n|[^\n]+$/g) ?? [] };
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
