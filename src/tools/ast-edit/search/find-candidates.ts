import type { Grammars, Readiness } from "../../../edit/language/grammars.ts";
import type { Language } from "../../../edit/language/language.ts";
import { isDependency } from "../../../files/path-rules.ts";
import type { AstEditParams } from "../../../model/recipe/call-step.ts";
import type { TextLines } from "../../../model/search/text-lines.ts";
import { ToolError } from "../../../model/tool-error.ts";
import { countOf } from "../../../shared/count-of.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import { globBase } from "../../../shared/paths/glob.ts";
import { pathsMatching } from "../../../shared/paths/paths-matching.ts";
import { selectFiles } from "../../read-files/select-files.ts";
import type { CallEnvironment } from "./call-environment.ts";
import { heldAlerts, withheldAlerts } from "./held-alerts.ts";
import { chooseLanguages, type LanguageChoice } from "./language-choice.ts";
import type { CallAlert, CallSkip, Candidate } from "./search-shapes.ts";
import { findUnreadable } from "./unreadable-files.ts";

/** The files of one call, sorted by path (A12), and those that it leaves alone. */
export interface Candidates {
  readonly files: readonly Candidate[];
  readonly skipped: readonly CallSkip[];
  readonly alerts: readonly CallAlert[];
  /** The files of a known language that the languages of the call leave out. */
  readonly leftOut: readonly string[];
}

/** The part of a call's surroundings that decides which files it searches. */
type CandidateSources = Pick<
  CallEnvironment,
  "workspace" | "scope" | "languageOf" | "languages" | "grammars" | "leftAlone" | "linesOf"
>;

/**
 * Finds the files of a call: those under its paths, in scope and of a language with a grammar (`lang` forces one); a
 * file that is named itself also if git ignores it (A10). Throws a `ToolError` for a missing path (A4) or `lang` (A6).
 */
export async function findCandidates(
  sources: CandidateSources,
  params: Pick<AstEditParams, "paths" | "lang" | "languages">,
): Promise<Candidates> {
  const { workspace, scope, grammars, languageOf } = sources;
  const { paths: written } = params;
  const choice = chooseLanguages(params, sources);
  if (choice.forced !== undefined) refuseUnavailable(choice.forced, grammars);
  const { named, links, paths, empty, ...found } = await selectFiles(sources, written);
  const lines = await linesOfFiles(found.files.filter(scope.isSelected), sources.linesOf);
  const files = [...lines.keys()];
  const unreadable = findUnreadable(written, files, { ...choice, grammars });
  if (unreadable !== undefined) throw new ToolError(`${unreadable.message} ${unreadable.hint}`);
  const { files: ready, ...sorted } = sortOut(files, sources, choice, named);
  const alerts = [
    // A glob for any folder may well match nothing; a folder that is named should be there.
    ...(scope.isPart ? [] : empty.filter((path) => globBase(path) !== "").map(noFiles)),
    ...(ready.length === 0 ? ofUnknownLanguage(found.files, params, languageOf) : []),
  ];
  const known = await workspace.listIgnored().catch(() => []); // `listUnlisted` rejects if git fails.
  const ignored = pathsMatching(paths, known, (path, isMatch) => {
    const isUnder = path.endsWith("/") ? mayLeadInto(path, paths) : isMatch(path);
    return !named.has(path) && isUnder && isEditable(path, choice) && scope.isSelected(path);
  });
  const unlisted = (await workspace.listUnlisted()).filter((path) =>
    mayLeadInto(`${path}/`, paths),
  );
  const skipped: readonly CallSkip[] = [
    ...sorted.skipped,
    ...links.map(({ path, fault }) => ({ path, why: "symlink" as const, detail: fault })),
    ...ignored.map((path) => ({ path, why: "ignored" as const })),
    ...unlisted.map(unlistedFolder),
  ];
  const candidates = ready.map((file) => ({ ...file, lines: lines.get(file.path) }));
  const { leftOut } = sorted;
  return { files: candidates, skipped, alerts: [...alerts, ...sorted.alerts], leftOut };
}

/** Returns the lines of files that count, undefined for all of them, without the files of which none counts. */
async function linesOfFiles(
  files: readonly string[],
  linesOf: CallEnvironment["linesOf"],
): Promise<ReadonlyMap<string, TextLines | undefined>> {
  const found = new Map<string, TextLines | undefined>();
  for (const path of files) {
    const lines = await linesOf?.(path);
    if (lines?.places.length !== 0) found.set(path, lines);
  }
  return found;
}

function unlistedFolder(path: string): CallSkip {
  return { path: `${path}/`, why: "unreadable", detail: "the system does not list the folder" };
}

/** Returns true if the paths could lead into a folder that is ignored as a whole: it is reported as one, `dist/`. */
function mayLeadInto(path: string, paths: readonly string[]): boolean {
  return paths
    .map(globBase)
    .some((base) => path.startsWith(`${base}/`) || `${base}/`.startsWith(path) || base === "");
}

function isEditable(path: string, { languageFor }: LanguageChoice): boolean {
  return path.endsWith("/") || languageFor(path, false) !== undefined;
}

function refuseUnavailable(language: Language, grammars: Grammars): void {
  const readiness = grammars.readinessOf(language);
  if (readiness.kind !== "ready") throw new ToolError(`${unavailable(language, readiness)}.`);
}

function sortOut(
  paths: readonly string[],
  { scope, languageOf, grammars, leftAlone }: CandidateSources,
  { languageFor }: LanguageChoice,
  named: ReadonlySet<string>,
): Candidates {
  const files: Candidate[] = [];
  const skipped: CallSkip[] = [];
  const leftOut: string[] = [];
  const missing = new Map<Language, Exclude<Readiness, { kind: "ready" }>>();
  for (const path of paths) {
    const access = scope.accessTo(path);
    const language = languageFor(path, named.has(path));
    const held = leftAlone?.whyOf(path);
    const readiness = language === undefined ? undefined : grammars.readinessOf(language);
    const isReady = language !== undefined && readiness?.kind === "ready";
    const kept = scope.whyKept(path);
    if (access === "reserved" || access === "excluded" || kept !== undefined) {
      const why = { why: "excluded", ...definedOnly({ detail: kept }) } as const;
      if (isReady || named.has(path)) skipped.push({ path, ...why });
    } else if (named.has(path) && isDependency(path)) skipped.push({ path, why: "ignored" });
    else if (isReady && path.includes("\uFFFD"))
      skipped.push({ path, why: "unreadable", detail: "its name is not UTF-8" });
    else if (isReady && held !== undefined)
      skipped.push({ path, why: "held-before", detail: held });
    else if (isReady)
      files.push({ path, language, isReadonly: access === "read", isNamed: named.has(path) });
    else {
      const isMissing = language !== undefined && readiness && readiness.kind !== "ready";
      const detail = isMissing ? { detail: unavailable(language, readiness) } : {};
      const isLeftOut = language === undefined && languageOf(path) !== undefined;
      const why = isLeftOut ? "no-op-for-language" : "unknown-language";
      if (named.has(path)) skipped.push({ path, why, ...detail });
      if (isLeftOut) leftOut.push(path);
      if (isMissing) missing.set(language, readiness);
    }
  }
  const alerts = [
    ...alertsOf(missing, files.length > 0),
    ...heldAlerts(skipped),
    ...withheldAlerts(skipped),
  ];
  return { files, skipped, alerts, leftOut };
}

/**
 * Reports a broken grammar always, and a grammar that is not installed only if no file is left to search: otherwise
 * its files are left out silently, like files of an unknown language.
 */
function alertsOf(
  missing: ReadonlyMap<Language, Exclude<Readiness, { kind: "ready" }>>,
  hasFiles: boolean,
): readonly CallAlert[] {
  return [...missing].flatMap(([language, readiness]) => {
    if (hasFiles && readiness.kind === "not-installed") return [];
    const message = `Files were left out: ${unavailable(language, readiness)}.`;
    return [{ level: "warn", code: "language-unavailable", message }];
  });
}

function unavailable(language: Language, readiness: Exclude<Readiness, { kind: "ready" }>): string {
  return readiness.kind === "broken"
    ? `the grammar of ${language} cannot be used: ${readiness.why}`
    : `the grammar of ${language} is ${readiness.note}`;
}

/** Returns an alert if none of the files that the paths name has a known language. */
function ofUnknownLanguage(
  files: readonly string[],
  { paths, lang, languages }: Pick<AstEditParams, "paths" | "lang" | "languages">,
  languageOf: CandidateSources["languageOf"],
): readonly CallAlert[] {
  const isFiltered = lang !== undefined || languages !== undefined || paths.includes("**");
  if (files.length === 0 || isFiltered || files.some((file) => languageOf(file))) return [];
  const what = `None of the ${countOf(files.length, "file")} of \`paths\` is of a known language.`;
  const message = `${what} Set \`lang\`, or \`languageGlobs\` in the recipe.`;
  return [{ level: "warn", code: "unknown-language", message }];
}

function noFiles(path: string): CallAlert {
  return { level: "warn", code: "no-files", message: `\`${path}\` matches no file.`, path };
}
