import { type LegPart, readLegs } from "../../report/comment/leg-part.ts";
import { legsText } from "../../report/comment/legs-text.ts";
import type { TextLimit } from "../../report/comment/text-limit.ts";
import {
  type IsAncestor,
  isOlder,
  isOtherLeg,
  type RunMark,
  readRunMark,
  runMarkLine,
} from "./run-mark.ts";

/** The note if two jobs, or two steps, have one comment. */
export const SHARED =
  "Another job or step of the same run had written this comment: give each its own `comment-id` (`--id`).";
const BROKEN =
  "A part of the text of all legs that somebody had changed was left out: run that leg again.";

/** The leg that a job is, for a text that all legs write. */
export interface MyLeg {
  readonly mark: RunMark;
  /** Returns one's own part of a text within a limit. */
  partFor(limit: TextLimit): LegPart;
  /** See `TurnTimes`. */
  readonly turn: number;
  /** False if legs of other jobs may be there. */
  readonly isOneJob: boolean;
}

/** A text of all legs; or the run for which one's own is too old. */
export type MergedLegs =
  | { readonly kind: "text"; readonly text: string; readonly parts: readonly LegPart[] }
  | { readonly kind: "older"; readonly theirs: RunMark };

/**
 * Puts the own part beside those of other legs of the same run. An earlier run never takes the place of a later one,
 * nor an earlier attempt; a new run starts without parts.
 */
export async function mergeLegs(
  bodies: readonly string[],
  { mark, partFor, isOneJob }: MyLeg,
  {
    marker,
    isAncestor,
    ...within
  }: TextLimit & {
    readonly marker: string;
    readonly isAncestor: IsAncestor;
  },
  note: (sentence: string) => void,
): Promise<MergedLegs> {
  const parts = new Map<string, LegPart>();
  for (const body of bodies) {
    const theirs = readRunMark(body);
    if (theirs.run !== mark.run) {
      if (await isOlder(mark, theirs, isAncestor)) return { kind: "older", theirs };
      continue;
    }
    const read = readLegs(body);
    if (read.broken > 0) note(BROKEN);
    if (read.parts.length + read.broken === 0 && isOtherLeg(mark, theirs)) note(SHARED);
    for (const part of read.parts) {
      const known = parts.get(part.mark.key)?.mark.attempt ?? 0;
      if (part.mark.attempt >= known) parts.set(part.mark.key, part);
    }
  }
  const mine = partFor(within);
  const before = parts.get(mine.mark.key)?.mark;
  if (before !== undefined && before.attempt > mine.mark.attempt)
    return { kind: "older", theirs: mark };
  if (before?.attempt === mine.mark.attempt && before.job !== mine.mark.job) note(SHARED);
  parts.set(mine.mark.key, mine);
  const all = [...parts.values()];
  const attempt = Math.max(...all.map((part) => part.mark.attempt)) || undefined;
  const { commit, run } = mark;
  const lines = [marker, runMarkLine({ commit, run, attempt })].join("\n").trim();
  const text = legsText({ marker: lines, commit, parts: all, isOneJob, ...within });
  return { kind: "text", text, parts: all };
}
