import { TRANSFORM_APIS, type TransformApi } from "../../model/recipe/transform-step.ts";
import type { TransformModule } from "./adapter.ts";

/** The words in the text of a module that only one form has. */
const SIGNS: readonly (readonly [api: TransformApi, sign: RegExp])[] = [
  ["jssg", /["']codemod:ast-grep["']|["']@?(codemod\.com\/)?jssg-types\b/],
  ["jscodeshift", /["']jscodeshift["'/]|\b\w+\.(jscodeshift|j)\b\s*[;,()]/],
  ["es-tooling", /\bmodule-replacements-codemods\b|["']module-replacements\b/],
  ["sluice", /["']sluice["']/],
];

/**
 * Returns the form of a module, if one and no other is certain by its exports or its text; otherwise the reason why
 * `api` has to say it, in words that follow the name of the module.
 */
export function findApi(
  { exports }: Pick<TransformModule, "exports">,
  source: string,
): TransformApi | { readonly fault: string } {
  if ("parser" in exports) return "jscodeshift"; // No other form has one.
  const found = SIGNS.filter(([, sign]) => sign.test(source)).map(([api]) => api);
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const why = first === undefined ? "none can be told from" : `${found.join(" and ")} fit`;
  return {
    fault: `may have several forms, and ${why} it: add \`api:\` (${TRANSFORM_APIS.join(", ")})`,
  };
}
