import type { ActionReport } from "../model/report/report.ts";
import type { LineChange } from "../shared/diff/parse-diff.ts";
import { sha256 } from "../shared/sha256.ts";

type Regions = NonNullable<ActionReport["files"][number]["regions"]>;
type Region = Regions[number]["before"];

/** The call that made a change; an op has a meaning only in its own call. */
export type CallPlace = Pick<ActionReport, "tool" | "batchId" | "callId" | "callIndex">;

/** A change, and its first line after it; from 0. */
export interface PlacedChange {
  readonly change: LineChange;
  readonly startAfter: number;
}

/**
 * Returns the keys of a change, and its regions. Changes with the same keys are equal: in their whole lines, or, for
 * one op of one call, up to the code that the op keeps.
 */
export function keysOfChange(
  placed: PlacedChange,
  regions: Regions,
  call: CallPlace,
): { readonly keys: readonly string[]; readonly places: number } {
  const own = regions.filter((region) => isWithin(placed, region));
  const keys = call.tool === "ast_edit" ? keysOfOps(placed, own, call) : [];
  const places = Math.max(1, own.length);
  return { keys: keys.length > 0 ? keys : [keyOfLines(placed.change)], places };
}

function isWithin(
  { change, startAfter }: PlacedChange,
  { before, after }: Regions[number],
): boolean {
  return (
    touches(before, change.start, change.removed.length) ||
    touches(after, startAfter, change.added.length)
  );
}

function touches({ startLine, endLine }: Region, start: number, count: number): boolean {
  return startLine <= start + Math.max(1, count) && endLine >= start + 1;
}

/** Returns a key for each replacement. Empty if the ops do not account for all that differs. */
function keysOfOps(
  { change: { start, removed, added }, startAfter }: PlacedChange,
  regions: Regions,
  { batchId, callId, callIndex }: CallPlace,
): readonly string[] {
  const [gone, come] = [removed.join(""), added.join("")];
  const indent = indentOf([...removed, ...added]);
  const [spanBefore, spanAfter] = [spansIn(removed, start), spansIn(added, startAfter)];
  const keys = new Set<string>();
  let [goneEnd, comeEnd] = [0, 0];
  for (const { op, before, after } of regions) {
    if (op === FORMATTED) return [];
    const [from, to] = [spanBefore(before), spanAfter(after)];
    if (from.start < goneEnd || to.start < comeEnd) return [];
    if (gone.slice(goneEnd, from.start) !== come.slice(comeEnd, to.start)) return [];
    [goneEnd, comeEnd] = [from.end, to.end];
    const [old, fresh] = [gone.slice(from.start, from.end), come.slice(to.start, to.end)];
    const shape = old === fresh ? undefined : shapeOf(withoutIndent(old), withoutIndent(fresh));
    if (shape !== undefined)
      keys.add(sha256(JSON.stringify([batchId, callId, callIndex, op, shape])));
  }
  return gone.slice(goneEnd) === come.slice(comeEnd) ? [...keys].sort() : [];

  function withoutIndent(text: string): string {
    return text.replaceAll(`\n${indent}`, "\n");
  }
}

/** The op of what a formatter changed: it has no `out` that is the same everywhere. */
const FORMATTED = "format";

/** Returns a function that finds the part of a region that is in some lines, in their text. */
function spansIn(lines: readonly string[], first: number): (region: Region) => Span {
  const starts = [0];
  for (const { length } of lines) starts.push((starts.at(-1) ?? 0) + length);
  const end = starts.at(-1) ?? 0;
  const offsetOf = (line: number, column: number): number => {
    const at = line - 1 - first;
    if (at < 0) return 0;
    return Math.min((starts[at] ?? end) + column - 1, starts[at + 1] ?? end);
  };
  return ({ startLine, startColumn, endLine, endColumn }) => ({
    start: offsetOf(startLine, startColumn),
    end: offsetOf(endLine, endColumn),
  });
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns what an op replaces, without the code at both ends that stays. In the rest, a number is a word that is there
 * once and stays: it moved. Called names are part of it even if they stay.
 */
function shapeOf(gone: string, come: string): readonly unknown[] {
  const [before, after] = [tokensOf(gone), tokensOf(come)];
  const most = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < most && before[start] === after[start]) start += 1;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const onceAfter = wordsThatAreOnce(after);
  const moved = [...wordsThatAreOnce(before)].filter((word) => onceAfter.has(word));
  const [old, fresh] = [before, after].map((tokens) => tokens.slice(start, tokens.length - end));
  const inRest = moved.filter((word) => old?.includes(word) && fresh?.includes(word));
  const numbers = new Map(inRest.map((word, at) => [word, at]));
  const signs = [old, fresh].map((tokens = []) =>
    tokens.map((token) => numbers.get(token) ?? token),
  );
  return [calledNames(before), ...signs];
}

function tokensOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_$]+|\s+|[^\s]/gu) ?? [];
}

function wordsThatAreOnce(tokens: readonly string[]): ReadonlySet<string> {
  const [seen, again] = [new Set<string>(), new Set<string>()];
  for (const token of tokens) (seen.has(token) ? again : seen).add(token);
  return new Set([...seen].filter((token) => WORD.test(token) && !again.has(token)));
}

const WORD = /^[\p{L}\p{N}_$]/u;

/** Returns the names that are called outside of all brackets. */
function calledNames(tokens: readonly string[]): readonly string[] {
  let depth = 0;
  return tokens.filter((token, at) => {
    if (/^[([{]$/.test(token)) depth += 1;
    if (/^[)\]}]$/.test(token)) depth -= 1;
    return depth === 0 && WORD.test(token) && tokens[at + 1] === "(";
  });
}

/** The whole lines, without the indentation that all of them have. */
function keyOfLines({ removed, added }: LineChange): string {
  const indent = indentOf([...removed, ...added]);
  const setOut = (line: string) => (line.startsWith(indent) ? line.slice(indent.length) : line);
  return sha256(JSON.stringify([removed.map(setOut), added.map(setOut)]));
}

/** Returns the white space with which all lines begin that are not blank. */
function indentOf(lines: readonly string[]): string {
  const [first = "", ...others] = lines.filter((line) => line.trim() !== "");
  let indent = /^[ \t]*/.exec(first)?.[0] ?? "";
  for (const line of others) while (!line.startsWith(indent)) indent = indent.slice(0, -1);
  return indent;
}
