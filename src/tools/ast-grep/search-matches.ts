import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import type { OpReplacements } from "../../edit/match/op-replacements.ts";
import { searchText } from "../../edit/passes/search-text.ts";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import type { EditOp, TextEdit } from "../../model/edit.ts";
import type { Place } from "../../model/place.ts";
import type { FilesWithout } from "../../model/search/text-question.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { CallEnvironment } from "../ast-edit/search/call-environment.ts";
import { OpCompiler } from "../ast-edit/search/compile-ops.ts";
import { EVERY_LANGUAGE } from "../ast-edit/search/language-choice.ts";
import { createLetThrough } from "../ast-edit/search/let-through.ts";
import { OpsOfFiles } from "../ast-edit/search/ops-of-files.ts";
import { findWithoutTexts, prefilterFile } from "../ast-edit/search/prefilter-file.ts";
import type { CallSkip, Candidate, OpsOfFile } from "../ast-edit/search/search-shapes.ts";

/** A place where a search matches. */
interface Match extends Place {
  /** The first line of the match; a very long one is cut, and ends with `…`. */
  readonly text: string;
}

/** The outcome of a search of files. */
export interface FoundMatches {
  /** In the order of the files, and of places in each, outer ones first; at most `limit` of the search. */
  readonly matches: readonly Match[];
  /** The number of all matches, also of those beyond the limit. */
  readonly total: number;
  /** The number of files with a match. */
  readonly files: number;
  readonly searched: readonly string[];
  readonly skipped: readonly CallSkip[];
}

/** The search for the matches of an op. */
export interface MatchSearch
  extends Pick<CallEnvironment, "workspace" | "grammars" | "search" | "onProgress"> {
  readonly op: EditOp;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** The number of files between two pauses for signals and timers. */
const YIELD_EVERY = 32;

/** The length of a line at which it is cut, in code points. */
const SHOWN_LENGTH = 200;

/** Finds every match in some files, also one inside another. Reads; never writes. */
export async function searchMatches(
  candidates: readonly Candidate[],
  { op, limit, signal, workspace, grammars, search, onProgress }: MatchSearch,
): Promise<FoundMatches> {
  // Without a memory: it holds the findings of edits.
  const compiler = new OpCompiler([op], EVERY_LANGUAGE);
  const opsOfFiles = new OpsOfFiles(asCall(op), compiler, grammars, { build: search.build });
  const opsFor = ({ language, path }: Candidate) => opsOfFiles.for(language, path);
  const letThrough = createLetThrough(signal);
  const without = await findWithoutTexts(candidates, opsFor, { workspace, signal });
  const matches: Match[] = [];
  const searched: string[] = [];
  const skipped: CallSkip[] = [];
  let [total, files] = [0, 0];
  for (const [index, candidate] of candidates.entries()) {
    const { path, language } = candidate;
    const ops = opsFor(candidate);
    const read = readPossible(candidate, ops, workspace, without);
    if (read.kind === "skipped") skipped.push(read.file);
    else searched.push(path);
    if (read.kind === "possible") {
      const { text } = read;
      const places = placesOf(searchText(text, language, ops.ops, { path, findsLosses: false }));
      const shown = places.slice(0, limit - matches.length);
      for (const match of showMatches(path, text, shown)) matches.push(match);
      total += places.length;
      if (places.length > 0) files += 1;
      await releaseTrees(text.length);
    }
    if (index % YIELD_EVERY === 0) {
      onProgress?.(index + 1, candidates.length);
      await letThrough();
    }
  }
  return { matches, total, files, searched, skipped };
}

/** Returns a call with the op as its only one, which takes every match. */
function asCall(op: EditOp): ConstructorParameters<typeof OpsOfFiles>[0] {
  const all = { per: "match", passes: 1, onParseError: "edit", editGenerated: true } as const;
  return { ops: [op], rules: [], paths: [], ...all };
}

/** Reads the text of a file if it has to be parsed. */
function readPossible(
  candidate: Candidate,
  ops: OpsOfFile,
  workspace: Workspace,
  without: FilesWithout,
):
  | { readonly kind: "possible"; readonly text: string }
  | { readonly kind: "no-match" }
  | { readonly kind: "skipped"; readonly file: CallSkip } {
  const { path } = candidate;
  const found = prefilterFile(candidate, ops, workspace, without);
  const source = found.kind === "possible" ? found.file.take() : found;
  if ("text" in source) return { kind: "possible", text: source.text };
  if (source.kind === "unusable") return { kind: "skipped", file: { path, ...source.skipped } };
  if (source.kind !== "skipped") return { kind: "no-match" };
  const { kind, ...skipped } = source;
  return { kind, file: { path, ...skipped } };
}

/** Returns each place once, in order; of those that begin together the longest first. */
function placesOf({ accepted, superseded }: OpReplacements): readonly TextEdit[] {
  const all = [...accepted, ...superseded];
  const byPlace = new Map(all.map((edit) => [`${edit.start} ${edit.end}`, edit]));
  return [...byPlace.values()].sort((a, b) => a.start - b.start || b.end - a.end);
}

function showMatches(path: string, text: string, places: readonly TextEdit[]): readonly Match[] {
  if (places.length === 0) return [];
  const placeOf = createPlaceFinder(text);
  return places.map(({ start, end }) => ({
    path,
    ...placeOf(start),
    text: firstLine(text.slice(start, Math.min(end, start + 2 * SHOWN_LENGTH + 1))),
  }));
}

function firstLine(code: string): string {
  const line = code.split(/\r?\n/, 1)[0] ?? "";
  const points = [...line];
  return points.length > SHOWN_LENGTH ? `${points.slice(0, SHOWN_LENGTH).join("")}…` : line;
}
