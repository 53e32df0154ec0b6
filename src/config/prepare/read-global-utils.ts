import { findUtilProblems } from "../../edit/compile/check-global-util.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { resolveLanguage } from "../../edit/language/language.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { GlobalUtil } from "../../model/edit.ts";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { PlaceInText } from "../../model/recipe/recipe.ts";
import {
  type LoadedRules,
  loadGlobalUtil,
  loadSgConfig,
  type Placed,
} from "../../recipe/load-rule-file.ts";
import { tidyPath } from "../../shared/paths/posix-path.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";
import type { ConfigReader, RecipeHome, SourceText } from "../sources/config-reader.ts";
import { findRuleFiles } from "../sources/find-rule-files.ts";

/** The means to read rules. */
export interface RuleReading {
  readonly reader: ConfigReader;
  readonly home: RecipeHome;
  readonly grammars: Grammars;
}

/** Reads the utility rules of the project: those in the `utilDirs` of `sgconfig.yml`. */
export async function readGlobalUtils(reading: RuleReading): Promise<LoadedRules<GlobalUtil>> {
  for (const name of ["sgconfig.yml", "sgconfig.yaml"]) {
    const read = await readSgConfig(name, reading);
    if (read === undefined) continue;
    if ("diagnostic" in read) return { loaded: [], diagnostics: [read.diagnostic] };
    const config = loadSgConfig(read.text, read.path);
    const utils = await readUtilDirs(config.utilDirs, reading);
    return { ...utils, diagnostics: [...config.diagnostics, ...utils.diagnostics] };
  }
  return { loaded: [], diagnostics: [] };
}

/** Returns undefined if there is no such file. */
async function readSgConfig(
  name: string,
  { reader, home }: RuleReading,
): Promise<SourceText | undefined> {
  if (home.files.origin !== "git") return reader.readOptional(name, "rules");
  const isThere = (await home.files.kindOf(name)) !== "missing";
  return isThere ? reader.read(home.placeOf(name), "rules") : undefined;
}

function noUtilDir(folder: string, place: PlaceInText, isRefused: boolean): Diagnostic {
  if (!isRefused) return diagnosticAt(place, "file-not-found", `There is no folder \`${folder}\`.`);
  const message = `The folder \`${folder}\` is not below the root, or leads out of it.`;
  return diagnosticAt(place, "path-out-of-root", message);
}

function tooManyUtils(folder: string, count: number, place: PlaceInText): Diagnostic {
  const most = INPUT_LIMITS.ruleFiles;
  const message = `The folder \`${folder}\` has ${count} rule files; at most ${most} are read.`;
  return diagnosticAt(place, "invalid-value", message);
}

async function readUtilDirs(
  folders: ReturnType<typeof loadSgConfig>["utilDirs"],
  { reader, home, grammars }: RuleReading,
): Promise<LoadedRules<GlobalUtil>> {
  const loaded: Placed<GlobalUtil>[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { folder, place } of folders) {
    const kind = await home.files.kindOf(tidyPath(folder));
    if (kind !== "folder") {
      diagnostics.push(noUtilDir(folder, place, kind === "refused"));
      continue;
    }
    const files = findRuleFiles(`${tidyPath(folder)}/**`, home.files);
    const found = await reader.loading.unlessStopped(files);
    if (found.length > INPUT_LIMITS.ruleFiles) {
      diagnostics.push(tooManyUtils(folder, found.length, place));
      continue;
    }
    for (const path of found) {
      const read = await reader.read(home.placeOf(path), "rules");
      if ("diagnostic" in read) diagnostics.push(read.diagnostic);
      else {
        const file = loadGlobalUtil(read.text, read.path);
        loaded.push(...file.loaded);
        diagnostics.push(...file.diagnostics);
      }
    }
  }
  diagnostics.push(...(await utilProblems(loaded, reader, grammars)));
  return { loaded, diagnostics };
}

/** Checks utility rules, each together with all others. */
async function utilProblems(
  loaded: readonly Placed<GlobalUtil>[],
  reader: ConfigReader,
  grammars: Grammars,
): Promise<readonly Diagnostic[]> {
  const diagnostics: Diagnostic[] = [];
  const utils = loaded.map(({ value }) => value);
  for (const { value, places } of loaded) {
    await reader.loading.pause();
    const language = resolveLanguage(value.language);
    // A missing grammar is reported where a rule needs it.
    if (language !== undefined && grammars.readinessOf(language).kind !== "ready") continue;
    for (const { field, isAboutKey, message, hint } of findUtilProblems(value, utils)) {
      const place = places(field, isAboutKey ? "key" : "value");
      const more = hint === undefined ? {} : { hint };
      diagnostics.push(diagnosticAt(place, "invalid-pattern", `${value.id}: ${message}`, more));
    }
  }
  return diagnostics;
}
