import type { AdaptedTransform, TransformModule } from "../adapter.ts";

/** The languages for which jscodeshift and es-tooling were made, as the engine names them. */
const SCRIPTS: ReadonlySet<string> = new Set(["JavaScript", "TypeScript", "Tsx"]);

/** Leaves every other file alone, unless the step or its recipe says which languages it is for. */
export function onlyScripts(
  transform: AdaptedTransform,
  { namesLanguages }: Pick<TransformModule, "namesLanguages">,
): AdaptedTransform {
  if (namesLanguages) return transform;
  return (file) =>
    file.language !== undefined && SCRIPTS.has(file.language) ? transform(file) : [];
}
