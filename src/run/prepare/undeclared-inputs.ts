import { type Diagnostic, diagnosticsOf } from "../../model/diagnostic.ts";
import type { InputDeclaration } from "../../model/recipe/recipe.ts";
import { didYouMean } from "../../shared/closest-name.ts";

/** Reports given inputs that no recipe of the run declares. */
export function undeclaredInputs(
  given: readonly string[],
  declared: readonly InputDeclaration[],
): readonly Diagnostic[] {
  const names = new Set(declared.map(({ name }) => name));
  return diagnosticsOf(
    given.filter((name) => !names.has(name)),
    (name) => ({
      code: "undeclared-input",
      severity: "error",
      message: `No recipe of this run declares an input \`${name}\`.`,
      hint: didYouMean(name, [...names]),
    }),
  );
}
