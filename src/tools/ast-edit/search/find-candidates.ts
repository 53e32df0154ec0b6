import type { LanguageOf } from "../../../edit/language/file-languages.ts";
import type { Grammars, Readiness } from "../../../edit/language/grammars.ts";
import {
  type Language,
  resolveLanguage,
  supportedLanguages,
} from "../../../edit/language/language.ts";
import { isDependency } from "../../../files/path-rules.ts";
import type { Scope } from "../../../files/scope.ts";
import type { SkippedFile } from "../../../model/preview.ts";
import type { AstEditParams } from "../../../model/recipe.ts";
import { ToolError } from "../../../model/tool-error.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { globBase } from "../../../shared/paths/glob.ts";
import { pathsMatching } from "../../../shared/paths/paths-matching.ts";
import { selectFiles } from "../../read-files/select-files.ts";
import type { CallAlert } from "./call-alerts.ts";

/** A file that a call looks at. */
export interface Candidate {
  readonly path: string;
  readonly language: Language;
  /** It may be read and not written: what matches is reported, and left alone. */
  readonly isReadonly: boolean;
  /** A person named it, so that it has an outcome in any case. */
  readonly isNamed: boolean;
}

/** The files of one call, sorted by path (A12), and those that it passes over. */
export interface Candidates {
  readonly files: readonly Candidate[];
  readonly skipped: readonly Omit<SkippedFile, "step">[];
  readonly alerts: readonly CallAlert[];
}

/** What has to be known of the surroundings of a call. */
export interface CandidateSources {
  readonly workspace: Workspace;
  readonly scope: Scope;
  readonly languageOf: LanguageOf;
  readonly grammars: Grammars;
}

/**
 * Which files a call looks at: those under its paths that are in scope and of a language whose grammar
 * is there, or of any where `lang` forces one. A file that is named itself is taken even if git ignores
 * it (A10). Throws a `ToolError` where a named path does not exist (A4) or `lang` cannot be used (A6).
 */
export async function findCandidates(
  sources: CandidateSources,
  { paths: written, lang }: Pick<AstEditParams, "paths" | "lang">,
): Promise<Candidates> {
  const { workspace } = sources;
  const { files, named, links, paths, empty } = await selectFiles(sources, written);
  const alerts = empty.map(noFiles);
  const forced = lang === undefined ? undefined : forcedLanguage(lang, sources.grammars);
  const sorted = sortOut(files, sources, forced, named);
  const ignored = pathsMatching(paths, await workspace.listIgnored(), (path, isMatch) => {
    const isUnder = path.endsWith("/") ? mayLeadInto(path, paths) : isMatch(path);
    return !named.has(path) && isUnder && isEditable(path, forced, sources);
  });
  const skipped: Candidates["skipped"] = [
    ...sorted.skipped,
    ...links.map(({ path, fault }) => ({ path, why: "symlink" as const, detail: fault })),
    ...ignored.map((path) => ({ path, why: "ignored" as const })),
  ];
  return { ...sorted, skipped, alerts: [...alerts, ...sorted.alerts] };
}

/** A folder that is ignored as a whole is told as one, `dist/`, where the paths could lead into it. */
function mayLeadInto(path: string, paths: readonly string[]): boolean {
  return paths
    .map(globBase)
    .some((base) => path.startsWith(`${base}/`) || `${base}/`.startsWith(path) || base === "");
}

function isEditable(
  path: string,
  forced: Language | undefined,
  { languageOf }: CandidateSources,
): boolean {
  return path.endsWith("/") || (forced ?? languageOf(path)) !== undefined;
}

function forcedLanguage(lang: string, grammars: Grammars): Language {
  const language = resolveLanguage(lang);
  if (language === undefined)
    throw new ToolError(
      `There is no language \`${lang}\`. Supported: ${supportedLanguages().join(", ")}.`,
    );
  const readiness = grammars.readinessOf(language);
  if (readiness.kind !== "ready") throw new ToolError(`${unavailable(language, readiness)}.`);
  return language;
}

function sortOut(
  paths: readonly string[],
  { scope, languageOf, grammars }: CandidateSources,
  forced: Language | undefined,
  named: ReadonlySet<string>,
): Candidates {
  const files: Candidate[] = [];
  const skipped: Omit<SkippedFile, "step">[] = [];
  const missing = new Map<Language, Exclude<Readiness, { kind: "ready" }>>();
  for (const path of paths) {
    const access = scope.accessTo(path);
    const language = forced ?? languageOf(path);
    const readiness = language === undefined ? undefined : grammars.readinessOf(language);
    const isReady = language !== undefined && readiness?.kind === "ready";
    if (access === "reserved" || access === "excluded") {
      if (isReady || named.has(path)) skipped.push({ path, why: "excluded" });
    } else if (named.has(path) && isDependency(path)) skipped.push({ path, why: "ignored" });
    else if (isReady && path.includes("\uFFFD"))
      skipped.push({ path, why: "unreadable", detail: "its name is not UTF-8" });
    else if (isReady)
      files.push({ path, language, isReadonly: access === "read", isNamed: named.has(path) });
    else {
      const isMissing = language !== undefined && readiness && readiness.kind !== "ready";
      const detail = isMissing ? { detail: unavailable(language, readiness) } : {};
      if (named.has(path)) skipped.push({ path, why: "unknown-language", ...detail });
      if (isMissing) missing.set(language, readiness);
    }
  }
  return { files, skipped, alerts: alertsOf(missing, files.length > 0) };
}

/**
 * Files of a language that is not installed are passed over without a word, like files of no language,
 * unless nothing is left to look at. A package that is broken is always told of.
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
    : `the grammar of ${language} is not installed (\`${readiness.install}\`)`;
}

function noFiles(path: string): CallAlert {
  return { level: "warn", code: "no-files", message: `\`${path}\` matches no file.`, path };
}
