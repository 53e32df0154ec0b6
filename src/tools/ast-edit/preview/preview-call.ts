import type { Language } from "../../../edit/language/language.ts";
import { ALL_FACTS } from "../../../model/action/asked-facts.ts";
import type { AstEditParams } from "../../../model/recipe/ast-edit-step.ts";
import { boundsOfFile, DEFAULT_BOUNDS } from "../../../model/search/search-bounds.ts";
import { spillChange } from "../../changes/spilled-change.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import { type CallPreview, CollectedFindings } from "../search/collected-findings.ts";
import { OpCompiler } from "../search/compile-ops.ts";
import { FileSearchers } from "../search/file-searchers.ts";
import { findCandidates } from "../search/find-candidates.ts";
import { chooseLanguages, type LanguageChoice } from "../search/language-choice.ts";
import { leftOutAlerts } from "../search/left-out-alerts.ts";
import { createLetThrough } from "../search/let-through.ts";
import { searchNatively } from "../search/native-search.ts";
import { OpsOfFiles } from "../search/ops-of-files.ts";
import { type PrefilterOutcome, prefilterFile } from "../search/prefilter-file.ts";
import { languagesIn, refuseInvalidOps } from "../search/refuse-invalid-ops.ts";
import { sizeOfChanges } from "../search/run-budget.ts";
import { findBeyond, searchFile } from "../search/search-file.ts";
import type {
  Candidate,
  FileOutcome,
  PossibleFile,
  SearchParams,
} from "../search/search-shapes.ts";

/** Searches the files of a call and plans its edits. Reads; never writes (A1). */
export async function previewCall(
  params: AstEditParams,
  environment: CallEnvironment,
): Promise<CallPreview> {
  const { grammars, search, signal, onProgress } = environment;
  const candidates = await findCandidates(environment, params);
  const { files } = candidates;
  const choice = chooseLanguages(params, environment);
  const compiler = new OpCompiler(params.ops, choice, search.without);
  refuseInvalidOps(params.ops, languagesIn(candidates).filter(choice.isChosen), {
    named: choice.named,
    others: chosenAmong(grammars.readyLanguages, choice),
  });
  const opsOfFiles = new OpsOfFiles(params, compiler, grammars, search);
  const collected = new CollectedFindings(params, candidates);
  // A limit may cut the search off: the outcome of a file then depends on the files before it.
  const hasLimit = params.maxFiles !== undefined || params.maxReplacements !== undefined;
  const searchAll = hasLimit ? searchOneByOne : searchTogether;
  const letThrough = createLetThrough(signal);
  const bounds = boundsOfFile(search.budget?.bounds ?? DEFAULT_BOUNDS);
  const { asked = ALL_FACTS, without } = search;
  const fileParams = { ...params, bounds, asked, without };
  await searchAll(files, { ...environment, fileParams, opsOfFiles, letThrough }, collected);
  if (files.length > 0) onProgress?.(files.length, files.length);
  const preview = collected.finish();
  return {
    ...preview,
    alerts: [...preview.alerts, ...leftOutAlerts(languagesIn(candidates), compiler)],
  };
}

/** Asks for the next language only if one more is needed: the first that is not built in loads all packages. */
function* chosenAmong(languages: Iterable<Language>, { isChosen }: LanguageChoice) {
  for (const language of languages) if (isChosen(language)) yield language;
}

/** The search of the files of one call. */
interface CallSearch extends CallEnvironment {
  readonly fileParams: SearchParams;
  readonly opsOfFiles: OpsOfFiles;
  /** Lets signals and timers through. Throws if one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/** The number of files between two pauses for signals and timers. The prefilter takes microseconds for a file. */
const YIELD_EVERY = 32;

async function searchOneByOne(
  files: readonly Candidate[],
  search: CallSearch,
  collected: CollectedFindings,
): Promise<void> {
  for (const [index, candidate] of files.entries()) {
    const { path } = candidate;
    if (collected.isFull) collected.skip(path, { why: "over-limit" });
    else {
      const found = prefilter(candidate, search);
      const isPossible = found.kind === "possible";
      const outcome = isPossible ? await searchHere(found.file, search, collected.room) : found;
      collected.add(path, receive(outcome, search));
    }
    if (index % YIELD_EVERY === 0) {
      search.onProgress?.(index, files.length);
      await search.letThrough();
    }
  }
}

async function searchHere(
  file: PossibleFile,
  { fileParams, letThrough }: CallSearch,
  room: number,
): Promise<FileOutcome> {
  const source = file.take();
  const outcome =
    "kind" in source
      ? source
      : await searchFile(source, file.ops.ops, fileParams, { room, letThrough });
  file.remember(outcome);
  return outcome;
}

function openSearchers(search: CallSearch): FileSearchers {
  const { fileParams: params, letThrough } = search;
  const options = { room: Infinity, letThrough };
  return new FileSearchers({
    ...search,
    params,
    searchFile: (source, ops) => searchFile(source, ops, params, options),
    searchNatively: (batch, searchPlainly) =>
      searchNatively(batch, { ...search, params, searchPlainly }),
  });
}

/** Searches the files in any order, and collects their outcomes in the order given. */
async function searchTogether(
  files: readonly Candidate[],
  search: CallSearch,
  collected: CollectedFindings,
): Promise<void> {
  const { letThrough } = search;
  const searchers = openSearchers(search);
  /** The outcome of each file; undefined if nothing matches, as in most files. */
  const outcomes: (FileOutcome | undefined)[] = [];
  let isBeyond = false;
  const keep = (index: number, outcome: FileOutcome) => {
    const received = receive(outcome, search);
    if (outcome.kind === "beyond-bounds") isBeyond = true;
    if (outcome.kind !== "no-match") outcomes[index] = received;
  };
  try {
    for (const [index, candidate] of files.entries()) {
      if (isBeyond) break; // All files before it are under way: the first one beyond its bounds is among them.
      const found = prefilter(candidate, search);
      if (found.kind === "possible") {
        const received = (outcome: FileOutcome) => keep(index, outcome);
        await searchers.add(found.file, remembering(found.file, received));
      } else {
        searchers.pass();
        keep(index, found);
      }
      if (index % YIELD_EVERY === 0) {
        search.onProgress?.(index, files.length);
        await letThrough();
      }
    }
    await searchers.finish();
    await letThrough();
  } finally {
    await searchers.close();
  }
  for (const [index, { path }] of files.entries())
    collected.add(path, outcomes[index] ?? { kind: "no-match" });
}

/** Returns a receiver of an outcome that remembers it for later runs, too. */
function remembering(
  file: PossibleFile,
  keep: (outcome: FileOutcome) => void,
): (outcome: FileOutcome) => void {
  return (outcome) => {
    file.remember(outcome);
    keep(outcome);
  };
}

/** Counts the changes of a file, and hands over their texts. Throws a `LimitError` if the run has found too much. */
function receive(outcome: FileOutcome, { search: { budget, texts } }: CallSearch): FileOutcome {
  if (outcome.kind !== "planned") return outcome;
  budget?.add(sizeOfChanges(outcome.changes));
  return { ...outcome, changes: outcome.changes.map((change) => spillChange(change, texts)) };
}

function prefilter(
  candidate: Candidate,
  { opsOfFiles, workspace, fileParams }: CallSearch,
): PrefilterOutcome {
  const ops = opsOfFiles.for(candidate.language, candidate.path);
  const found = prefilterFile(candidate, ops, workspace);
  if (found.kind !== "planned") return found;
  // It is remembered, and may come from a run with other bounds.
  return findBeyond(candidate.path, sizeOfChanges(found.changes), fileParams.bounds) ?? found;
}
