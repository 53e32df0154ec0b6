import { EXIT_CODES, type Outcome } from "../../model/exit-code.ts";
import type { Totals } from "../../model/report/report.ts";
import { RUN_COMMANDS, type RunCommand } from "../../model/run-kind.ts";
import { sha256 } from "../../shared/sha256.ts";
import { shorten } from "../../shared/shorten.ts";

const COUNTS = ["pending", "applied", "warned", "discarded", "held", "failed"] as const;
type CountName = (typeof COUNTS)[number];

/** The counts of actions that legs add up. */
export type LegCounts = Readonly<Record<CountName, number>>;

/** The outcome of a leg of a matrix, as its part of a text says in a line that is not shown. */
export interface LegMark {
  /** A digest of the job and its values in the matrix: tells the legs apart. */
  readonly key: string;
  /** The values of the matrix, for people. */
  readonly name: string;
  /** The legs of the matrix; 0 if it is not known. */
  readonly legs: number;
  /** See `RunMark`; 0 if it is not known. */
  readonly attempt: number;
  /** See `RunMark`; empty if it is not known. */
  readonly job: string;
  readonly command: RunCommand;
  readonly outcome: Outcome;
  readonly exitCode: number;
  readonly counts: LegCounts;
}

/** The part of one leg in a text that all legs of a matrix write. */
export interface LegPart {
  readonly mark: LegMark;
  /** Markdown: a line, and the details after it, folded. */
  readonly text: string;
}

/** The most characters of a name. */
const NAME_LENGTH = 100;
const END = "<!-- sluice leg end -->";
const OUTCOMES = new Set(EXIT_CODES.map(({ outcome }) => outcome));
const FORM = new RegExp(
  [
    "^<!-- sluice leg (?<key>[0-9a-f]{16}) of=(?<legs>\\d{1,4}) attempt=(?<attempt>\\d{1,15})",
    ` job=(?<job>[0-9a-f]{0,16}) command=(?<command>${RUN_COMMANDS.join("|")})`,
    ` outcome=(?<outcome>${[...OUTCOMES].join("|")})`,
    ` exit=(?<exit>\\d{1,3}) counts=(?<counts>\\d{1,9}(?:,\\d{1,9}){${COUNTS.length - 1}})`,
    " name=(?<name>[\\w%.!~*'()]{0,1200}) sum=(?<sum>[0-9a-f]{16}) -->$",
  ].join(""),
);

/** Returns the counts of a report. */
export function legCounts(totals: Pick<Totals, CountName>): LegCounts {
  return countsOf((name) => totals[name] ?? 0);
}

/** Returns the sums of several legs. */
export function addCounts(all: readonly LegCounts[]): LegCounts {
  return countsOf((name) => all.reduce((sum, one) => sum + one[name], 0));
}

function countsOf(count: (name: CountName, at: number) => number): LegCounts {
  const entries = COUNTS.map((name, at) => [name, count(name, at)]);
  return Object.fromEntries(entries) as LegCounts; // Each of the names.
}

/** Returns a part between the lines by which other legs find it. */
export function legText({ mark, text }: LegPart): string {
  const { key, legs, attempt, job, command, outcome, exitCode, counts } = mark;
  const name = encodeURIComponent(shorten(mark.name, NAME_LENGTH).toWellFormed());
  const line = [
    `${key} of=${legs} attempt=${attempt} job=${job} command=${command} outcome=${outcome}`,
    `exit=${exitCode} counts=${COUNTS.map((count) => counts[count]).join(",")}`,
    // Two of them could end the comment of HTML.
    `name=${name.replaceAll("-", "%2D")}`,
  ].join(" ");
  return `<!-- sluice leg ${line} sum=${sumOf(line, text)} -->\n${text}\n${END}`;
}

/**
 * Finds the parts of the legs in a text that anybody may have edited, without those that somebody changed: each has a
 * digest of itself, in which a ticked box is as an empty one.
 */
export function readLegs(body: string): {
  readonly parts: readonly LegPart[];
  /** The number of parts that were changed. */
  readonly broken: number;
} {
  // A browser sends other line ends.
  const [, ...pieces] = body.replaceAll("\r\n", "\n").split(/^(?=<!-- sluice leg (?!end -->))/m);
  const parts = pieces.flatMap((piece) => readLeg(piece) ?? []);
  return { parts, broken: pieces.length - parts.length };
}

function readLeg(piece: string): LegPart | undefined {
  const first = piece.indexOf("\n");
  const end = piece.indexOf(`\n${END}`);
  const line = piece.slice(0, first);
  const groups = FORM.exec(line)?.groups;
  if (groups === undefined || end < first) return undefined;
  const text = piece.slice(first + 1, Math.max(first + 1, end));
  const told = line.slice("<!-- sluice leg ".length, line.lastIndexOf(" sum="));
  const name = decoded(groups.name ?? "");
  if (groups.sum !== sumOf(told, text) || name === undefined) return undefined;
  const { key = "", job = "" } = groups;
  const numbers = (groups.counts ?? "").split(",").map(Number);
  const mark: LegMark = {
    ...{ key, job, name },
    command: groups.command as RunCommand, // The form has no others.
    outcome: groups.outcome as Outcome, // The same.
    legs: Number(groups.legs),
    attempt: Number(groups.attempt),
    exitCode: Number(groups.exit),
    counts: countsOf((_name, at) => numbers[at] ?? 0),
  };
  return { mark, text };
}

function sumOf(line: string, text: string): string {
  const unticked = text.replace(/^(\s*- \[)[xX](?=\])/gm, "$1 ");
  return sha256(JSON.stringify([line, unticked])).slice(0, 16);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // The part is one that somebody changed.
  }
}
