import { releaseTrees } from "../../edit/engine/tree-memory.ts";
import type { OpReplacements } from "../../edit/match/op-replacements.ts";
import { searchText } from "../../edit/plan/search-text.ts";
import { createPlaceFinder } from "../../edit/text/place-finder.ts";
import type { EditOp, TextEdit } from "../../model/edit.ts";
import type { Place } from "../../model/place.ts";
import type { SkippedFile } from "../../model/preview.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { CallEnvironment } from "../ast-edit/preview/preview-call.ts";
import type { Candidate } from "../ast-edit/search/find-candidates.ts";
import { createLetThrough } from "../ast-edit/search/let-through.ts";
import { type OpsOfFile, OpsOfFiles } from "../ast-edit/search/ops-of-files.ts";
import { prefilterFile } from "../ast-edit/search/prefilter-file.ts";

/** A place where a search matches. */
interface Match extends Place {
  /** The first line of what matches; a very long one is cut, and ends with `…`. */
  readonly text: string;
}

/** What a search of files came to. */
export interface FoundMatches {
  /** In the order of the files, and in each of places, outer ones first; at most as many as were asked for. */
  readonly matches: readonly Match[];
  /** How many there are, answered or not. */
  readonly total: number;
  /** How many files have some. */
  readonly files: number;
  readonly searched: readonly string[];
  readonly skipped: readonly Omit<SkippedFile, "step">[];
}

/** How the matches of an op are looked for. */
export interface MatchSearch
  extends Pick<CallEnvironment, "workspace" | "grammars" | "search" | "onProgress"> {
  readonly op: EditOp;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** How often other work is let through, in files. */
const YIELD_EVERY = 32;

/** How much of a line is shown, in code points. */
const SHOWN_LENGTH = 200;

/** Finds every match in some files, also one inside of another. Reads; never writes. */
export async function searchMatches(
  candidates: readonly Candidate[],
  { op, limit, signal, workspace, grammars, search, onProgress }: MatchSearch,
): Promise<FoundMatches> {
  // What is remembered of contents is what edits make of them.
  const opsOfFiles = new OpsOfFiles(asCall(op), grammars, { build: search.build });
  const letThrough = createLetThrough(signal);
  const matches: Match[] = [];
  const searched: string[] = [];
  const skipped: Omit<SkippedFile, "step">[] = [];
  let [total, files] = [0, 0];
  for (const [index, candidate] of candidates.entries()) {
    const { path, language } = candidate;
    const ops = opsOfFiles.for(language, path);
    const looked = readPossible(candidate, ops, workspace);
    if (looked.kind === "skipped") skipped.push(looked.file);
    else searched.push(path);
    if (looked.kind === "possible") {
      const { text } = looked;
      const places = placesOf(searchText(text, language, ops.ops));
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

/** The op as the only one of a call that takes every match. */
function asCall(op: EditOp): ConstructorParameters<typeof OpsOfFiles>[0] {
  const all = { per: "match", passes: 1, onParseError: "edit", editGenerated: true } as const;
  return { ops: [op], rules: [], paths: [], ...all };
}

/** The text of a file that has to be parsed. */
function readPossible(
  candidate: Candidate,
  ops: OpsOfFile,
  workspace: Workspace,
):
  | { readonly kind: "possible"; readonly text: string }
  | { readonly kind: "no-match" }
  | { readonly kind: "skipped"; readonly file: Omit<SkippedFile, "step"> } {
  const { path } = candidate;
  const sifted = prefilterFile(candidate, ops, workspace);
  if (sifted.kind === "unusable") return { kind: "skipped", file: { path, ...sifted.skipped } };
  const source = sifted.kind === "possible" ? sifted.file.take() : sifted;
  if ("text" in source) return { kind: "possible", text: source.text };
  if (source.kind !== "skipped") return { kind: "no-match" };
  const { kind, ...skipped } = source;
  return { kind, file: { path, ...skipped } };
}

/** Each place once, in order; of those that begin together the longest first. */
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
