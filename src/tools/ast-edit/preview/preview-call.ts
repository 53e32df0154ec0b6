import type { Language } from "../../../edit/language/language.ts";
import { ALL_FACTS } from "../../../model/action/asked-facts.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import { boundsOfFile, type SearchBounds } from "../../../model/search/search-bounds.ts";
import type { Formatter } from "../../format/formatter-shapes.ts";
import type { CallEnvironment } from "../search/call-environment.ts";
import { type CallPreview, CollectedFindings } from "../search/collected-findings.ts";
import { OpCompiler } from "../search/compile-ops.ts";
import { FileSearchers } from "../search/file-searchers.ts";
import { type Candidates, findCandidates } from "../search/find-candidates.ts";
import { chooseLanguages, type LanguageChoice } from "../search/language-choice.ts";
import { createLetThrough } from "../search/let-through.ts";
import { loadAsked } from "../search/load-meaning.ts";
import { OpsOfFiles } from "../search/ops-of-files.ts";
import { languagesIn, refuseInvalidOps } from "../search/refuse-invalid-ops.ts";
import { searchFile } from "../search/search-file.ts";
import type { CallAlert, Candidate, FileOutcome, SearchParams } from "../search/search-shapes.ts";
import type { FormattedPreview } from "./format-preview.ts";
import { importsAlerts } from "./imports-alerts.ts";
import { leftOutAlerts } from "./left-out-alerts.ts";
import { type CallSearch, searchFiles, searchWithinLimits } from "./search-files.ts";

/** The most files of a call of which all are looked at for leftovers, at the price of a parse of some of them. */
const FEW = 500;

/** Searches the files of a call and plans its edits, or tells of its matches. Reads; never writes (A1). */
export async function previewCall(
  params: AstEditParams & Pick<SearchParams, "tells">,
  environment: CallEnvironment,
): Promise<CallPreview> {
  const { grammars, search, shard, signal, onProgress } = environment;
  const candidates = await findCandidates(environment, params);
  const files = candidates.files.filter(({ path }) => shard?.has(path) ?? true);
  for (const { path, why } of candidates.skipped)
    if (why === "held-before") environment.record?.noteLeft(path);
  const choice = chooseLanguages(params, environment);
  const compiler = new OpCompiler(params.ops, choice, search.without);
  refuseInvalidOps(params.ops, languagesIn(candidates).filter(choice.isChosen), {
    named: choice.named,
    others: chosenAmong(grammars.readyLanguages, choice),
  });
  const countsMisses = candidates.files.length <= FEW;
  const opsOfFiles = new OpsOfFiles({ ...params, countsMisses }, compiler, grammars, search);
  const collected = new CollectedFindings(params, candidates);
  const hasLimit = params.maxFiles !== undefined || params.maxReplacements !== undefined;
  const letThrough = createLetThrough(signal);
  const bounds = search.budget?.fileBounds ?? boundsOfFile({});
  const { asked = ALL_FACTS, without } = search;
  await loadAsked(asked, params.ops);
  const fileParams = { ...params, bounds, asked, without, countsMisses };
  const call = { ...environment, fileParams, opsOfFiles, letThrough };
  const searchers = openSearchers(call);
  try {
    if (hasLimit) await searchWithinLimits(files, { ...call, searchers }, collected);
    else {
      const count = (size: SearchBounds) => search.budget?.add(size);
      const window = { files, from: 0, to: files.length };
      const outcomes = await searchFiles(window, { ...call, searchers }, count);
      for (const [index, candidate] of files.entries()) {
        const outcome = outcomes(index);
        noteOutcome(candidate, outcome, environment);
        collected.add(candidate.path, outcome);
      }
    }
  } finally {
    await searchers.close();
  }
  if (files.length > 0) onProgress?.(files.length, files.length);
  const preview = collected.finish();
  return {
    ...preview,
    lines: new Map(files.flatMap(({ path, lines }) => (lines ? [[path, lines]] : []))),
    alerts: [
      ...preview.alerts,
      ...(await grammarAlerts(preview, files, {
        ...environment,
        perhapsValid: collected.perhapsValid,
      })),
      ...(await languageAlerts(params, candidates, environment)),
      ...leftOutAlerts(languagesIn(candidates), compiler),
      ...(await misreadAlerts(params.ops, languagesIn(candidates), choice)),
      ...importsAlerts(params.ops, preview.changes, choice.named),
      ...(await leftoverAlertsOf(params, collected.leftovers, {
        files,
        hasChanges: preview.changes.length > 0,
      })),
    ],
  };
}

/** Notes what was found in a file for other machines, if this one has a part of the files alone. */
function noteOutcome(
  candidate: Candidate,
  outcome: FileOutcome,
  { record, workspace }: Pick<CallEnvironment, "record" | "workspace">,
): void {
  record?.note(candidate, outcome, workspace.hashLaidOver?.(candidate.path));
}

/** Tells of valid files that their grammar can't read. Few runs have a file with syntax errors. */
async function grammarAlerts(
  { skipped, parseErrors }: Pick<CallPreview, "skipped" | "parseErrors">,
  files: readonly Candidate[],
  context: Pick<CallEnvironment, "workspace" | "record"> & Pick<CollectedFindings, "perhapsValid">,
) {
  if (parseErrors === 0) return [];
  const { grammarLimits } = await import("./grammar-limits.ts");
  return grammarLimits(skipped, files, context);
}

/** Tells that the languages of a call leave out all of its files. A part of the files may well be of others. */
async function languageAlerts(
  params: AstEditParams,
  { files, leftOut }: Candidates,
  environment: CallEnvironment,
) {
  if (files.length > 0 || leftOut.length === 0 || environment.scope.isPart) return [];
  const { noFileOfLanguage } = await import("./no-file-of-language.ts");
  return noFileOfLanguage(params, leftOut, environment);
}

/** The languages in which a call that stands alone may be read as something else. */
const MISREADING: readonly Language[] = ["c", "cpp", "go"];

/** Tells of patterns that match no call in a language that the step does not name: see misread-alerts.ts. */
async function misreadAlerts(
  ops: AstEditParams["ops"],
  languages: readonly Language[],
  { named, isChosen }: LanguageChoice,
) {
  const unnamed = languages.filter((each) => isChosen(each) && !named.has(each));
  if (!unnamed.some((each) => MISREADING.includes(each))) return [];
  const { findMisreadCalls } = await import("./misread-alerts.ts");
  return findMisreadCalls(ops, unnamed);
}

/** Does the same, and formats the results. */
export async function previewFormatted(
  params: AstEditParams,
  environment: CallEnvironment & { readonly formatter?: Formatter | undefined },
): Promise<FormattedPreview> {
  const preview = await previewCall(params, environment);
  const { formatter } = environment;
  if (formatter === undefined) return { ...preview, formatted: new Set() };
  const { formatPreview } = await import("./format-preview.ts");
  return formatPreview(preview, params, { ...environment, formatter });
}

async function leftoverAlertsOf(
  { ops }: AstEditParams,
  leftovers: CollectedFindings["leftovers"],
  { files, hasChanges }: { readonly files: readonly Candidate[]; readonly hasChanges: boolean },
): Promise<readonly CallAlert[]> {
  if (leftovers.length === 0) return [];
  const { leftInComponents, leftoverAlerts } = await import("./leftover-alerts.ts");
  const listing = ops.filter((op) => op.kind !== "imports" && op.leftovers === "list");
  const told = hasChanges ? leftovers : leftInComponents(leftovers, files);
  return leftoverAlerts(told, new Set(listing.map(({ id }) => id)));
}

/** Asks for the next language only if one more is needed: the first that is not built in loads all packages. */
function* chosenAmong(languages: Iterable<Language>, { isChosen }: LanguageChoice) {
  for (const language of languages) if (isChosen(language)) yield language;
}

/** Opens the searchers of a call. */
function openSearchers(search: Omit<CallSearch, "searchers">): FileSearchers {
  const { fileParams: params } = search;
  return new FileSearchers({
    ...search,
    params,
    searchFile,
    async searchNatively(batch, searchPlainly) {
      const { searchNatively } = await import("../search/native-search.ts");
      return searchNatively(batch, { ...search, params, searchPlainly });
    },
  });
}
