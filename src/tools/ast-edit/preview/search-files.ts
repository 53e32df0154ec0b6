import type { SearchBounds } from "../../../model/search/search-bounds.ts";
import type { FilesWithout } from "../../../model/search/text-question.ts";
import { countOfEdits, spillChange } from "../../changes/spilled-change.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import type { CollectedFindings } from "../search/collected-findings.ts";
import type { FileSearchers } from "../search/file-searchers.ts";
import type { OpsOfFiles } from "../search/ops-of-files.ts";
import {
  findWithoutTexts,
  type PrefilterOutcome,
  prefilterFile,
} from "../search/prefilter-file.ts";
import { findBeyond, sizeOfChanges } from "../search/run-budget.ts";
import { searchFile } from "../search/search-file.ts";
import type { Candidate, FileOutcome, OpsOfFile, SearchParams } from "../search/search-shapes.ts";
import { readSource } from "../search/searchable-file.ts";

/** The search of the files of one call. */
export interface CallSearch extends CallEnvironment {
  readonly searchers: FileSearchers;
  readonly fileParams: SearchParams;
  readonly opsOfFiles: OpsOfFiles;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/** The number of files between two pauses for signals and timers. The prefilter takes microseconds for a file. */
const YIELD_EVERY = 32;

/** The number of files that are searched before the limits of a call are looked at; it doubles each time. */
const WINDOW = 256;

/** Searches files, and collects their outcomes, as far as the limits of the call allow. */
export async function searchWithinLimits(
  files: readonly Candidate[],
  search: CallSearch,
  collected: CollectedFindings,
): Promise<void> {
  const { budget } = search.search;
  for (let [from, size] = [0, WINDOW]; from < files.length; from += size, size *= 2) {
    const to = collected.isFull ? from : from + size;
    const sizes = new Map<number, SearchBounds>();
    const keep = (found: SearchBounds, index: number) => sizes.set(index, found);
    const outcomes = await searchFiles({ files, from, to }, search, keep);
    for (const [at, candidate] of files.slice(from, from + size).entries()) {
      if (collected.isFull) collected.skip(candidate.path, { why: "over-limit" });
      else {
        const found = outcomes(from + at);
        const outcome = await withinRoom(found, candidate, search, collected.room);
        const known = outcome === found ? sizes.get(from + at) : sizeOf(outcome);
        if (known !== undefined) budget?.add(known);
        collected.add(candidate.path, outcome);
      }
    }
  }
}

/** Cuts an outcome off at the limits of the call, which needs another search if some of its edits are left. */
async function withinRoom(
  outcome: FileOutcome,
  candidate: Candidate,
  search: CallSearch,
  room: number,
): Promise<FileOutcome> {
  if (outcome.kind !== "planned") return outcome;
  const edits = outcome.changes.reduce((sum, change) => sum + countOfEdits(change), 0);
  if (edits <= room) return outcome;
  if (room === 0) return { kind: "planned", changes: [], alerts: [], cutOff: edits };
  const { fileParams, letThrough, workspace, opsOfFiles } = search;
  const source = readSource(candidate, workspace);
  if ("kind" in source) return source;
  const { ops } = opsOfFiles.for(candidate.language, candidate.path);
  return searchFile(source, ops, fileParams, { room, letThrough });
}

/** Some files of a call: those from one index up to another. */
interface FileWindow {
  readonly files: readonly Candidate[];
  readonly from: number;
  readonly to: number;
}

/**
 * Searches some files, in any order. Returns a function from the index of a file to its outcome; `count` gets the sizes
 * of changes. Throws a `LimitError` at a bound.
 */
export async function searchFiles(
  { files, from, to }: FileWindow,
  search: CallSearch,
  count: (found: SearchBounds, index: number) => void,
): Promise<(index: number) => FileOutcome> {
  /** The outcome of each file; undefined if nothing is found, as in most files. */
  const outcomes: (FileOutcome | undefined)[] = [];
  const without = await findWithoutTexts(
    files.slice(from, to),
    (file) => opsFor(file, search),
    search,
  );
  let isBeyond = false;
  const keep = (index: number, outcome: FileOutcome) => {
    const size = sizeOf(outcome);
    if (size !== undefined) count(size, index);
    if (outcome.kind === "beyond-bounds") isBeyond = true;
    const isEmpty = outcome.kind === "no-match" && outcome.leftovers === undefined;
    if (!isEmpty) outcomes[index] = spilled(outcome, search);
  };
  for (const [at, candidate] of files.slice(from, to).entries()) {
    if (isBeyond) break; // All files before it are under way: the first one beyond its bounds is among them.
    const index = from + at;
    const found = prefilter(candidate, search, without);
    if (found.kind === "possible") {
      await search.searchers.add(found.file, (outcome) => {
        found.file.remember(outcome);
        keep(index, outcome);
      });
    } else {
      search.searchers.pass();
      keep(index, found);
    }
    if (index % YIELD_EVERY === 0) {
      search.onProgress?.(index, files.length);
      await search.letThrough();
    }
  }
  await search.searchers.finish();
  await search.letThrough();
  return (index) => outcomes[index] ?? { kind: "no-match" };
}

/** Returns the size of what was found in a file; undefined if that is nothing. */
function sizeOf(outcome: FileOutcome): SearchBounds | undefined {
  if (outcome.kind === "told") return { matches: outcome.places.length, text: 0 };
  return outcome.kind === "planned" ? sizeOfChanges(outcome.changes) : undefined;
}

/** Hands over the texts of the changes of a file. */
function spilled(outcome: FileOutcome, { search: { texts } }: CallSearch): FileOutcome {
  if (outcome.kind !== "planned") return outcome;
  return { ...outcome, changes: outcome.changes.map((change) => spillChange(change, texts)) };
}

function opsFor({ language, path }: Candidate, { opsOfFiles }: CallSearch): OpsOfFile {
  return opsOfFiles.for(language, path);
}

function prefilter(
  candidate: Candidate,
  search: CallSearch,
  without: FilesWithout,
): PrefilterOutcome {
  const { workspace, fileParams, record } = search;
  const found =
    record?.find(candidate, workspace.hashLaidOver?.(candidate.path)) ??
    prefilterFile(candidate, opsFor(candidate, search), workspace, without);
  if (found.kind !== "planned") return found;
  // It is remembered, and may come from a run with other bounds.
  return findBeyond(candidate.path, sizeOfChanges(found.changes), fileParams.bounds) ?? found;
}
