import type { Diagnostic } from "../../model/diagnostic.ts";
import type { LanguageGlobs } from "../../model/recipe.ts";
import { formatPath } from "../../shared/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml-source.ts";

/** The rules in the order written. A glob that could match no file's name is told of. */
export function normalizeLanguageGlobs(
  written: Readonly<Record<string, readonly string[]>>,
  source: YamlSource,
  diagnostics: Diagnostic[],
): readonly LanguageGlobs[] {
  return Object.entries(written).map(([language, globs]) => {
    const at = ["languageGlobs", language];
    for (const [index, glob] of globs.entries()) {
      if (!glob.replace(/^\*\*\//, "").includes("/")) continue;
      const message = `\`${formatPath([...at, index])}\`: the glob \`${glob}\` would match no file: file names are looked at without their folders.`;
      const place = source.placeOf([...at, index]);
      diagnostics.push(diagnosticAt(place, "invalid-value", message));
    }
    return { language, globs, place: source.placeOfKey(at) };
  });
}
