import { isDryRun } from "../../model/run-kind.ts";
import { countOf } from "../../shared/count-of.ts";
import { markdownText } from "../markdown-text.ts";
import { actionCounts } from "./action-counts.ts";
import { addCounts, type LegMark, type LegPart, legText } from "./leg-part.ts";
import type { TextLimit } from "./text-limit.ts";

/** A text that all legs of a matrix write, before it is text. */
export interface LegsContent extends TextLimit {
  /** The lines that are not shown; empty without any. */
  readonly marker: string;
  readonly commit: string | undefined;
  readonly parts: readonly LegPart[];
  /** False if legs of other jobs may be there, so that their number is not known. */
  readonly isOneJob: boolean;
}

/** The outcomes, the gravest first; others are before all. */
const GRAVITY = ["fault", "interrupted", "invalid", "stale", "limit", "failed", "held", "ok"];
/** For the head. */
const HEAD_LENGTH = 1000;
/** The legs that are expected if nobody says how many there are. */
const DEFAULT_LEGS = 4;
/** The beginning of what may be left out of a part. */
const DETAILS = "\n\n<details><summary>Details</summary>\n\n";
/** Below this, details are of no use. */
const LEAST_DETAILS = 1000;

/**
 * Returns the text of all legs that have reported: the sums, then the part of each. The same parts give the same text,
 * whichever leg writes it. If it would be too long, the longest details give way, then whole parts from the end.
 */
export function legsText(content: LegsContent): string {
  const { marker, parts, limit, sizeOf } = content;
  const sorted = [...parts].sort((a, b) => order(a.mark, b.mark));
  const room = limit - HEAD_LENGTH - marker.length;
  const texts = fitted(sorted, room, sizeOf).map(legText);
  return `${[marker, head(content), ...texts].filter((part) => part !== "").join("\n\n")}\n`;
}

/** Returns the gravest of the legs. */
function gravestOf(parts: readonly LegPart[]): LegMark | undefined {
  const rank = ({ outcome }: LegMark) => GRAVITY.indexOf(outcome);
  return parts.map(({ mark }) => mark).sort((a, b) => rank(a) - rank(b) || order(a, b))[0];
}

/** Returns the room for the details of one of so many legs; 0 if there is no room for any. */
export function detailsRoom(legs: number, limit: number): number {
  const share = Math.floor((limit - HEAD_LENGTH) / (legs || DEFAULT_LEGS)) - 600;
  return share < LEAST_DETAILS ? 0 : share;
}

/** Returns the text of a part: the name, the counts, and the details, folded. */
export function partText(
  { name, outcome }: Pick<LegMark, "name" | "outcome">,
  counts: string,
  details: string,
): string {
  const folded = details === "" ? "" : `${DETAILS}${details.trimEnd()}\n\n</details>`;
  return `**${markdownText(name)}**: ${outcome}. ${counts}${folded}`;
}

function head(content: LegsContent): string {
  const { command = "run", outcome = "ok" } = gravestOf(content.parts) ?? {};
  const counts = addCounts(content.parts.map(({ mark }) => mark.counts));
  const sums = actionCounts(counts, { isDryRun: isDryRun(command) }).join(", ");
  const { commit, parts, isOneJob } = content;
  const all = expectedLegs(parts, isOneJob);
  const isWhole = all <= parts.length;
  const reported = isWhole ? countOf(parts.length, "leg") : `${parts.length} of ${all} legs`;
  const others = isWhole ? "" : " The others have not reported, or found nothing.";
  const about = commit === undefined ? "" : ` For commit ${commit.slice(0, 10)}.`;
  const title = `### Sluice ${command}: ${outcome} (${reported})`;
  return `${title}\n\n${sums === "" ? "Nothing to change" : sums}, over all of them.${others}${about}`;
}

/** Returns the number of the legs of a matrix; 0 if it is not known. */
export function expectedLegs(parts: readonly LegPart[], isOneJob: boolean): number {
  return isOneJob ? Math.max(...parts.map(({ mark }) => mark.legs)) : 0;
}

function order(a: LegMark, b: LegMark): number {
  return compare(a.name, b.name) || compare(a.key, b.key);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function fitted(
  parts: readonly LegPart[],
  room: number,
  sizeOf: TextLimit["sizeOf"],
): readonly LegPart[] {
  const kept = parts.map((part) => ({ part, size: sizeOf(legText(part)) + 2 }));
  let size = kept.reduce((sum, one) => sum + one.size, 0);
  const largest = [...kept].sort((a, b) => b.size - a.size);
  for (const one of largest) {
    if (size <= room) break;
    const text = one.part.text.split(DETAILS)[0] ?? "";
    const saved = sizeOf(one.part.text) - sizeOf(text);
    size -= saved;
    one.size -= saved;
    one.part = { ...one.part, text };
  }
  while (size > room && kept.length > 1) size -= kept.pop()?.size ?? 0;
  return kept.map(({ part }) => part);
}
