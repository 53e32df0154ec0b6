import {
  type Language,
  languageOfPath,
  resolveLanguage,
  supportedLanguages,
} from "../../edit/language.ts";
import type { Scope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import type { SkipReason } from "../../model/preview.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { isGlob, pathMatcher } from "../../shared/glob.ts";
import { comparePaths } from "../../shared/posix-path.ts";

/** A file that a call looks at. */
export interface Candidate {
  readonly path: string;
  readonly language: Language;
  /** It may be read and not written: what matches is reported, and left alone. */
  readonly isReadonly: boolean;
}

/** The files of one call, sorted by path (A12), and those that it passes over. */
export interface Candidates {
  readonly files: readonly Candidate[];
  readonly skipped: readonly { readonly path: string; readonly why: SkipReason }[];
  readonly alerts: readonly Omit<Alert, "recipe" | "step">[];
}

/**
 * Which files a call looks at: those under its paths that are in scope and of a known language, or
 * of any where `lang` forces one. A file that is named itself is taken even if git ignores it (A10).
 * Throws a `ToolError` where a named path does not exist (A4).
 */
export async function findCandidates(
  workspace: Workspace,
  scope: Scope,
  paths: readonly string[],
  lang: string | undefined,
): Promise<Candidates> {
  const alerts: Omit<Alert, "recipe" | "step">[] = [];
  const listed = await workspace.listFiles();
  const named = new Set<string>();
  for (const [index, path] of paths.entries()) {
    if (isGlob(path) || path === "") {
      if (!listed.some(pathMatcher([path]))) alerts.push(noFiles(path));
      continue;
    }
    const kind = await workspace.kindOf(path);
    if (kind === "missing")
      throw new ToolError(`paths[${index}]: there is no file or folder \`${path}\`.`);
    if (kind === "file" || kind === "other") named.add(path);
    else if (!listed.some(pathMatcher([path]))) alerts.push(noFiles(path));
  }
  const forced = lang === undefined ? undefined : resolveLanguage(lang);
  if (lang !== undefined && forced === undefined)
    throw new ToolError(
      `There is no language \`${lang}\`. Supported: ${supportedLanguages().join(", ")}.`,
    );
  const isWanted = pathMatcher(paths);
  const all = new Set([...listed.filter(isWanted), ...named]);
  return { ...sortOut([...all].sort(comparePaths), scope, forced, named), alerts };
}

function sortOut(
  paths: readonly string[],
  scope: Scope,
  forced: Language | undefined,
  named: ReadonlySet<string>,
): Pick<Candidates, "files" | "skipped"> {
  const files: Candidate[] = [];
  const skipped: { path: string; why: SkipReason }[] = [];
  for (const path of paths) {
    const access = scope.accessTo(path);
    const language = forced ?? languageOfPath(path);
    if (access === "reserved" || access === "excluded") {
      if (language !== undefined) skipped.push({ path, why: "excluded" });
    } else if (language === undefined) {
      if (named.has(path)) skipped.push({ path, why: "unknown-language" });
    } else files.push({ path, language, isReadonly: access === "read" });
  }
  return { files, skipped };
}

function noFiles(path: string): Omit<Alert, "recipe" | "step"> {
  return { level: "warn", code: "no-files", message: `\`${path}\` matches no file.`, path };
}
