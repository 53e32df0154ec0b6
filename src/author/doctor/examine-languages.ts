import { LoadingStop, LoadingStopped } from "../../config/sources/loading-stop.ts";
import { createGrammars } from "../../edit/language/grammars.ts";
import { factsOfLanguage, isBuiltIn, languageOfPath } from "../../edit/language/language.ts";
import { walkFiles } from "../../files/walk-files.ts";
import type { World } from "../../model/world.ts";
import { countOf } from "../../shared/count-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import type { PackagePlaces } from "../../shared/package-places.ts";
import { startGitListing } from "../../tree/git-listing.ts";
import { broken, type Finding, note, ok } from "./finding.ts";

/**
 * Looks at the languages of the files below the root, and at the grammars for them. Code of the tree is not loaded.
 * Finds nothing if the signal fires.
 */
export async function examineLanguages(
  root: string,
  { env }: Pick<World, "env">,
  places: PackagePlaces,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  let paths: readonly string[];
  try {
    const listed = await startGitListing(root, env, { signal }).files;
    paths = listed?.paths ?? (await new LoadingStop(signal).unlessStopped(walkFiles(root)));
  } catch (error) {
    if (error instanceof LoadingStopped) return [];
    return [broken("files", messageOf(error), "Ask git itself: git status")];
  }
  const grammars = createGrammars(places);
  const ready: string[] = [];
  const data: string[] = [];
  const findings: Finding[] = [];
  for (const [language, count] of countLanguages(paths)) {
    const readiness = grammars.readinessOf(language);
    const shown = `${language} (${countOf(count, "file")})`;
    if (readiness.kind === "ready") ready.push(shown);
    else if (readiness.kind !== "broken" && DATA.includes(language)) data.push(shown);
    else if (readiness.kind === "broken")
      findings.push(broken("language", `${language}: ${readiness.why}`, remedyFor(language)));
    else {
      const message = `${language}: ${countOf(count, "file")}, and no grammar`;
      findings.push(note("language", message, remedyFor(language)));
    }
  }
  const message = ready.length > 0 ? ready.join(", ") : "No file of a language that can be edited.";
  const without =
    data.length === 0 ? [] : [ok("data", `${data.join(", ")}: no grammar; ${FOR_DATA}`)];
  return [ok("languages", message), ...without, ...findings];
}

/** Returns the languages of files with their numbers, the most frequent first. */
function countLanguages(paths: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = languageOfPath(path);
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([a, most], [b, count]) => count - most || (a < b ? -1 : 1));
}

/** Languages of data and prose, which every tree has and few recipes edit. */
const DATA: readonly string[] = ["json", "yaml", "toml", "markdown"];
const FOR_DATA = "a recipe that edits such files needs the package @ast-grep/lang-NAME";

function remedyFor(language: string): string {
  const { grammar } = factsOfLanguage(language);
  if (isBuiltIn(language) || grammar.kind !== "package") return "Install Sluice again.";
  return (
    `npm install --save-dev ${grammar.name} where Sluice is a dependency; ` +
    `otherwise npm install --prefix DIR ${grammar.name} and --packages DIR`
  );
}
