import { supersededNote } from "../../explain/matches-of-ops.ts";
import type { EditOp } from "../../model/edit.ts";
import type { OpWhy } from "../../model/report/report.ts";
import { WHY_LIMITS } from "../../model/report/why-schema.ts";
import type { MatchNote } from "../../model/search/match-explanation.ts";
import { countOf } from "../../shared/count-of.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { OpCounts } from "./count-by-op.ts";
import type { OpInFile } from "./explain-op.ts";

/** The length at which the pattern of an op is cut; UTF-16 code units. */
const MOST_TEXT = 200;

/** The notes that are about one file, and not about the op. */
const OF_FILE: ReadonlySet<string> = new Set([
  "strictness",
  "read-otherwise",
  "bounded",
  "no-such-kind",
  "no-effect",
  "ignored-by-comment",
  "superseded",
  "beyond-bounds",
]);

/** What would match otherwise: said of one file. */
const OTHER_WAYS: ReadonlySet<string> = new Set(["strictness", "read-otherwise"]);

/** Returns an op with its numbers, and with the matches that gave way. */
export function countedOp(op: EditOp, counts: OpCounts | undefined): OpWhy {
  const { matches = 0, files = 0, lostTo = new Map<string, number>() } = counts ?? {};
  const notes = [...lostTo].map(([byOpId, number]) => supersededNote(op.id, byOpId, number));
  const superseded = [...lostTo.values()].reduce((sum, number) => sum + number, 0);
  const text = textOf(op);
  return {
    id: op.id,
    ...definedOnly({ text }),
    matches,
    files,
    superseded,
    isExplained: false,
    notes,
  };
}

function textOf(op: EditOp): string | undefined {
  if (op.kind === "imports") return undefined;
  const { pattern, kind } = op.kind === "rule" ? op.rule : { pattern: op.pat, kind: undefined };
  const text = typeof pattern === "string" ? pattern : kind;
  return typeof text === "string" ? text.slice(0, MOST_TEXT) : undefined;
}

/** Adds to an op without matches what was found out about it in the files that are likely. */
export function explainedOp(
  counted: OpWhy,
  notes: readonly MatchNote[],
  found: readonly OpInFile[],
): OpWhy {
  const shown = nearestFirst(found).slice(0, WHY_LIMITS.shownOfOp);
  const own = shown.flatMap((each, index) =>
    notesOf(each).filter(({ code }) => index === 0 || !OTHER_WAYS.has(code)),
  );
  const all = [...counted.notes, ...notes, ...own];
  const patterns = shown[0]?.found.patterns ?? [];
  const nearest = shown.flatMap(({ file: { path, language }, found: { nearest: near } }) =>
    near === undefined ? [] : [{ path, language, ...near }],
  );
  return {
    ...counted,
    isExplained: true,
    ...(patterns.length === 0 ? {} : { patterns }),
    notes: withoutDoubles(all),
    ...(nearest.length === 0 ? {} : { nearest }),
  };
}

/** Sorts files by what an op finds in them: a match, then the nearest node; equal ones keep their order. */
function nearestFirst(found: readonly OpInFile[]): readonly OpInFile[] {
  const rank = ({ found: { state, nearest } }: OpInFile) =>
    state === "matches" ? Number.POSITIVE_INFINITY : (nearest?.fits ?? -1);
  const sorted = [...found].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
  const isAnyNear = sorted.some((each) => rank(each) >= 0);
  return isAnyNear ? sorted.filter((each) => rank(each) >= 0) : sorted.slice(0, 1);
}

function notesOf({ file, found }: OpInFile): readonly MatchNote[] {
  const about = found.notes.map((note) =>
    OF_FILE.has(note.code) ? { ...note, message: `${file.path}: ${note.message}` } : note,
  );
  return found.state === "matches" ? [...about, ...leftOutNotes(file, found.matches)] : about;
}

/** An op that matches in a file, of which no match became an edit. */
function leftOutNotes(
  { path, leftAlone }: OpInFile["file"],
  matches: number,
): readonly MatchNote[] {
  if (matches === 0) return [];
  const why =
    leftAlone === undefined
      ? "of which none became an edit: an earlier op or pass, or the lines that count, leave them out"
      : `and the file is left alone (${leftAlone})`;
  const message = `${path} has ${countOf(matches, "match", "matches")}, ${why}`;
  return [{ code: "left-alone", message }];
}

function withoutDoubles(notes: readonly MatchNote[]): OpWhy["notes"] {
  const seen = new Set<string>();
  return notes.filter(({ part, message }) => seen.size < seen.add(`${part} ${message}`).size);
}
