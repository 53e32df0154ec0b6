import type { Language } from "../edit/language/language.ts";
import type { EditOp } from "../model/edit.ts";
import type { OpWhy } from "../model/report/report.ts";
import { WHY_LIMITS } from "../model/report/why-schema.ts";
import type { ExplainedOp, MatchNote } from "../model/search/match-explanation.ts";
import { countOf } from "../shared/count-of.ts";
import { explainText, type TextToExplain } from "./explain-text.ts";

/** A file that a step searched. */
export interface SearchedFile {
  readonly path: string;
  readonly language: Language;
  /** Why nothing of it is edited, although something in it matches. */
  readonly leftAlone: string | undefined;
}

/** An op in one file. */
export interface OpInFile {
  readonly file: SearchedFile;
  readonly explained: ExplainedOp;
}

/** The bounds count nodes: a clock would explain more on a faster machine. */
const CLOCK = { now: () => 0, forOp: 1, until: 1, nodes: WHY_LIMITS.nodes };

/** Explains an op in a file; undefined if the file has no code of its language. */
export function explainInFile(
  op: EditOp,
  file: SearchedFile,
  about: Omit<TextToExplain, "language" | "asked" | "clock">,
): OpInFile | undefined {
  const { language } = file;
  const all = explainText([op], { ...about, language, asked: undefined, clock: CLOCK });
  const explained = all.find(({ nearest }) => nearest !== undefined) ?? all[0];
  return explained && { file, explained };
}

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
  "other-language",
  "not-in-files",
  "valid-elsewhere",
]);

/** Readings and comparisons that would match: said of one file only. */
const OTHER_WAYS: ReadonlySet<string> = new Set(["strictness", "read-otherwise"]);

/** Adds to an op without matches the explanations of it in some files; `notes` come first. */
export function explainedOp(
  counted: OpWhy,
  notes: readonly MatchNote[],
  inFiles: readonly OpInFile[],
): OpWhy {
  const shownFiles = nearestFirst(inFiles).slice(0, WHY_LIMITS.shownOfOp);
  const ofFiles = shownFiles.flatMap((each, index) =>
    notesOf(each).filter(({ code }) => index === 0 || !OTHER_WAYS.has(code)),
  );
  const patterns = shownFiles[0]?.explained.patterns ?? [];
  const nearest = shownFiles.flatMap(
    ({ file: { path, language }, explained: { nearest: near } }) =>
      near === undefined ? [] : [{ path, language, ...near }],
  );
  return {
    ...counted,
    isExplained: true,
    ...(patterns.length === 0 ? {} : { patterns }),
    notes: withoutDoubles([...counted.notes, ...notes, ...ofFiles]),
    ...(nearest.length === 0 ? {} : { nearest }),
  };
}

/**
 * Sorts files by what an op finds in them: a match, then the nearest node; equal ones keep their order. Returns one
 * file if the op is near in none: of those in which it takes no part, the one with the reason that is most its own.
 */
function nearestFirst(inFiles: readonly OpInFile[]): readonly OpInFile[] {
  const sorted = [...inFiles].sort((a, b) => (rankOf(a) === rankOf(b) ? 0 : rankOf(b) - rankOf(a)));
  const near = sorted.filter((each) => rankOf(each) >= 0);
  return near.length > 0 ? near : sorted.slice(0, 1);
}

function rankOf({ explained: { state, nearest } }: OpInFile): number {
  switch (state) {
    case "matches":
      return Number.POSITIVE_INFINITY;
    case "no-match":
    case "left-out":
      return nearest?.fits ?? -1;
    case "invalid":
      return -2;
    case "other-language":
      return -3;
  }
}

function notesOf({ file, explained }: OpInFile): readonly MatchNote[] {
  const notes = explained.notes.map((note) =>
    OF_FILE.has(note.code) ? { ...note, message: `${file.path}: ${note.message}` } : note,
  );
  return explained.state === "matches"
    ? [...notes, ...leftAloneNotes(file, explained.matches)]
    : notes;
}

/** Tells of an op that matches in a file why no match became an edit. */
function leftAloneNotes({ path, leftAlone }: SearchedFile, matches: number): readonly MatchNote[] {
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
