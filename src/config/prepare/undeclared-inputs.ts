import { type Diagnostic, diagnosticsOf } from "../../model/diagnostic.ts";
import type { InputDeclaration } from "../../model/recipe/recipe.ts";
import type { RecipeUse } from "../../request/request.ts";
import { didYouMean } from "../../shared/closest-name.ts";

/** Reports given inputs that no recipe of the run declares. */
export function undeclaredInputs(
  given: readonly string[],
  declared: readonly InputDeclaration[],
  placeOf?: RecipeUse["placeOfInput"],
): readonly Diagnostic[] {
  const names = new Set(declared.map(({ name }) => name));
  return diagnosticsOf(
    given.filter((name) => !names.has(name)),
    (name) => ({
      code: "undeclared-input",
      severity: "error",
      message: `No recipe of this run declares an input \`${name}\`.`,
      hint: didYouMean(name, [...names]),
      ...placeOf?.(name),
    }),
  );
}

/** Reports values of its own that a recipe does not declare. */
export function undeclaredInputsOf(
  { inputs, placeOfInput }: Pick<RecipeUse, "inputs" | "placeOfInput">,
  declared: readonly InputDeclaration[],
): readonly Diagnostic[] {
  const names = declared.map(({ name }) => name);
  return Object.keys(inputs)
    .filter((name) => !names.includes(name))
    .map((name) => ({
      code: "undeclared-input",
      severity: "error",
      message: `The recipe declares no input \`${name}\`.`,
      hint: didYouMean(name, names),
      ...placeOfInput?.(name),
    }));
}
