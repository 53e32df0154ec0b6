import type { Diagnostic } from "../../model/diagnostic.ts";
import type { LanguageGlobs } from "../../model/recipe/ast-edit-step.ts";
import { formatPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";

/** Returns the rules in the order written. Reports a glob that cannot match a file name. */
export function normalizeLanguageGlobs(
  written: Readonly<Record<string, readonly string[]>>,
  source: YamlSource,
  diagnostics: Diagnostic[],
): readonly LanguageGlobs[] {
  return Object.entries(written).map(([language, globs]) => {
    const at = ["languageGlobs", language];
    for (const [index, glob] of globs.entries()) {
      if (!glob.replace(/^\*\*\//, "").includes("/")) continue;
      const reason = "it is compared with file names without their folders";
      const message = `\`${formatPath([...at, index])}\`: the glob \`${glob}\` matches no file, because ${reason}.`;
      const place = source.placeOf([...at, index]);
      diagnostics.push(diagnosticAt(place, "invalid-value", message));
    }
    return { language, globs, place: source.placeOfKey(at) };
  });
}
