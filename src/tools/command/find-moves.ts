import { basename } from "node:path/posix";
import type { Workspace } from "../../model/workspace.ts";
import type { ShadowChange } from "./shadow.ts";

/** A deleted file and the new one that has its text, or most of it. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** A text with its hash. */
interface Text {
  readonly path: string;
  readonly text: string;
  readonly hash: string;
}

/** The part of the larger text that both must have, as git asks for a rename. */
const MOST_PART = 0.5;

/** The most pairs of texts that are compared line by line. */
const MOST_PAIRS = 10_000;

/**
 * Finds the moves among the changes of a command: each file is in one at most. Equal texts come before similar ones.
 */
export async function findMoves(
  changes: readonly ShadowChange[],
  workspace: Pick<Workspace, "read">,
): Promise<readonly Move[]> {
  const added = changes.flatMap((one): Text[] =>
    one.kind === "file" && one.isNew && one.read.kind === "text"
      ? [{ path: one.path, text: one.read.text, hash: one.read.hash }]
      : [],
  );
  if (added.length === 0) return [];
  const deleted: Text[] = [];
  for (const { kind, path } of changes) {
    if (kind !== "deleted") continue;
    const read = await workspace.read(path);
    if (read.kind === "text") deleted.push({ path, text: read.text, hash: read.hash });
  }
  return [...equalMoves(deleted, added), ...similarMoves(deleted, added)];
}

/** Pairs equal texts, those with the same name first, and removes them from the lists. */
function equalMoves(deleted: Text[], added: Text[]): Move[] {
  const moves: Move[] = [];
  for (const mustHaveName of [true, false])
    for (const one of [...deleted]) {
      const other = added.find(
        ({ path, hash }) =>
          hash === one.hash && (!mustHaveName || basename(path) === basename(one.path)),
      );
      if (other === undefined) continue;
      moves.push({ from: one.path, to: other.path });
      deleted.splice(deleted.indexOf(one), 1);
      added.splice(added.indexOf(other), 1);
    }
  return moves;
}

/** Pairs similar texts, the most similar first. */
function similarMoves(deleted: readonly Text[], added: readonly Text[]): Move[] {
  if (deleted.length * added.length > MOST_PAIRS) return [];
  const lines = new Map([...deleted, ...added].map((one) => [one, linesOf(one.text)]));
  const pairs = deleted
    .flatMap((from) => added.map((to) => ({ from, to, part: commonPart(from, to, lines) })))
    .filter(({ part }) => part >= MOST_PART)
    .sort((a, b) => b.part - a.part);
  const taken = new Set<Text>();
  return pairs.flatMap(({ from, to }) => {
    if (taken.has(from) || taken.has(to)) return [];
    taken.add(from).add(to);
    return [{ from: from.path, to: to.path }];
  });
}

function linesOf(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split("\n")) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** Returns the part of the larger text that stands in both, in lines of any order. */
function commonPart(
  a: Text,
  b: Text,
  lines: ReadonlyMap<Text, ReadonlyMap<string, number>>,
): number {
  const larger = Math.max(a.text.length, b.text.length);
  if (Math.min(a.text.length, b.text.length) < larger * MOST_PART) return 0;
  let common = 0;
  const others = lines.get(b);
  for (const [line, count] of lines.get(a) ?? [])
    common += Math.min(count, others?.get(line) ?? 0) * (line.length + 1);
  return common / (larger + 1);
}
