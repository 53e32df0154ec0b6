import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import type { Language } from "../../edit/language/language.ts";
import { isDependency } from "../../files/path-rules.ts";
import type { NamedPathSources } from "../../files/refs/resolve-file-ref.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import { chooseLanguages } from "../ast-edit/search/language-choice.ts";
import type { CallAlert, CallSkip } from "../ast-edit/search/search-shapes.ts";
import { selectFiles } from "../read-files/select-files.ts";

/** A file that a step hands to code. */
export interface InputFile {
  readonly path: string;
  /** Undefined if it is of no language with a grammar that is ready. */
  readonly language: Language | undefined;
}

/** The files of one call, sorted by path, and those that it leaves alone. */
export interface InputFiles {
  readonly files: readonly InputFile[];
  readonly skipped: readonly CallSkip[];
  readonly alerts: readonly CallAlert[];
}

/** The sources in which the files of a call are looked for. */
export interface InputSources extends NamedPathSources {
  readonly languageOf: LanguageOf;
  /** Of the recipe, for a call that names none. */
  readonly languages?: readonly string[];
  readonly grammars: Grammars;
  readonly leftAlone?: LeftAlone | undefined;
}

/**
 * Finds the files below the paths of a call that may be written, of its languages if it names any. Throws a `ToolError`
 * for a named path that does not exist (A4), and for an unknown language (A6).
 */
export async function findInputs(
  {
    paths,
    languages,
  }: { readonly paths: readonly string[]; readonly languages?: readonly string[] | undefined },
  sources: InputSources,
): Promise<InputFiles> {
  const { scope, grammars, languageOf, leftAlone } = sources;
  const names = languages ?? sources.languages;
  const choice = names && chooseLanguages({ paths, languages: names }, sources);
  const selected = await selectFiles(sources, paths);
  const files: InputFile[] = [];
  const skipped: CallSkip[] = selected.links.map(({ path, fault }) => {
    return { path, why: "symlink", detail: fault };
  });
  for (const path of selected.files) {
    const language = languageOf(path);
    const isChosen = choice === undefined || (language !== undefined && choice.named.has(language));
    const isNamed = selected.named.has(path);
    if (!scope.isSelected(path) || !isChosen) continue;
    const access = scope.accessTo(path);
    const held = leftAlone?.whyOf(path);
    const kept = scope.whyKept(path);
    if (kept !== undefined) {
      if (isNamed) skipped.push({ path, why: "excluded", detail: kept });
    } else if (access !== "write") {
      if (isNamed) skipped.push({ path, why: access === "read" ? "readonly" : "excluded" });
    } else if (isNamed && isDependency(path)) skipped.push({ path, why: "ignored" });
    else if (path.includes("\uFFFD"))
      skipped.push({ path, why: "unreadable", detail: "its name is not UTF-8" });
    else if (held !== undefined) skipped.push({ path, why: "held-before", detail: held });
    else files.push({ path, language: readyOf(language, grammars) });
  }
  const alerts = scope.isPart ? [] : selected.empty.map(noFiles);
  return { files, skipped, alerts };
}

function readyOf(language: Language | undefined, grammars: Grammars): Language | undefined {
  return language !== undefined && grammars.readinessOf(language).kind === "ready"
    ? language
    : undefined;
}

function noFiles(path: string): CallAlert {
  return { level: "warn", code: "no-files", message: `\`${path}\` matches no file.`, path };
}
