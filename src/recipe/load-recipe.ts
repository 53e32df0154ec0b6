import { basename, dirname } from "node:path";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { InputDeclaration, Recipe } from "../model/recipe/recipe.ts";
import { sortDiagnostics } from "../model/sort-diagnostics.ts";
import { isRecord } from "../shared/is-record.ts";
import { checkShape } from "../shared/schema/shape.ts";
import { readWritten } from "../shared/yaml/object-source.ts";
import { diagnosticAt, type YamlSource } from "../shared/yaml/yaml-source.ts";
import { draftRecipe } from "./draft-recipe.ts";
import { bindInputs, type InputBinding } from "./inputs/bind-inputs.ts";
import { concealKeys } from "./inputs/conceal-keys.ts";
import { normalizeInputs } from "./inputs/input-declarations.ts";
import { withPlaceholders } from "./inputs/placeholder-texts.ts";
import { substituteInputs } from "./inputs/substitute-inputs.ts";
import { newFaults } from "./new-faults.ts";
import { normalizeRecipe, type RecipeContext } from "./normalize-recipe.ts";
import { writtenRecipeSchema } from "./recipe-schema.ts";
import { otherFileFault } from "./recognize-recipe.ts";

/** The outcome of loading a recipe. If a diagnostic is an error, there is no recipe. */
export interface LoadedRecipe {
  readonly recipe?: Recipe;
  /** The valid parts of a recipe that has errors: they can be checked further, and are never run. */
  readonly draft?: Recipe;
  /** The declared inputs, even if the rest of the recipe is invalid. */
  readonly inputs: readonly InputDeclaration[];
  /** All problems, not only the first, in the order of the file. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a recipe (docs/design/recipe.md) from its text, or from the object that it stands for: parse, declare
 * and bind inputs, insert their values, check the shape, add defaults. Pure: reads no files.
 *
 * `path` is the file as shown to people. A text without a name gets its name from the path;
 * an object must have one.
 */
export function loadRecipe(
  written: string | object,
  path: string,
  binding: InputBinding,
): LoadedRecipe {
  const parsed = readWritten(written, path);
  if ("diagnostics" in parsed) return { inputs: [], diagnostics: parsed.diagnostics };
  const { source } = parsed;
  const other = typeof written === "string" ? otherFileFault(source) : undefined;
  if (other !== undefined) return { inputs: [], diagnostics: [other] };
  const nameless = typeof written === "string" ? [] : nameFaults(source);
  if (nameless.length > 0) return { inputs: [], diagnostics: nameless };
  const loaded = loadParsed(source, path, binding);
  const diagnostics = sortDiagnostics(concealKeys(loaded.diagnostics, source.value));
  return { ...loaded, diagnostics };
}

function loadParsed(source: YamlSource, path: string, binding: InputBinding): LoadedRecipe {
  const declared = normalizeInputs(source);
  // If the declarations are invalid, the given values say nothing. The rest is still checked.
  const bound = bindInputs(
    declared.inputs,
    hasErrors(declared.diagnostics) ? { kind: "placeholders" } : binding,
    source,
  );
  const substituted = substituteInputs(source, declared.inputs, bound.values);
  const shape = checkShape(writtenRecipeSchema, withPlaceholders(substituted.value), source);
  const diagnostics = [
    ...declared.diagnostics,
    ...bound.diagnostics,
    ...substituted.diagnostics,
    ...("value" in shape ? [] : shape.diagnostics),
  ];
  const { inputs } = declared;
  const context = { defaultName: defaultName(path), inputs, inputValues: bound.values };
  if (!("value" in shape) || hasErrors(diagnostics))
    return { inputs, ...draftOf(source, context, diagnostics) };
  const normalized = normalizeRecipe(shape.value, source, { ...context, value: substituted.value });
  const all = [
    ...diagnostics,
    ...unusedInputs(declared.inputs, substituted.usedNames, source),
    ...normalized.diagnostics,
  ];
  const { recipe } = normalized;
  return hasErrors(all)
    ? { draft: recipe, inputs, diagnostics: all }
    : { recipe, inputs, diagnostics: all };
}

/** Checks the valid parts of a recipe with errors, so that all of its faults are told at once. */
function draftOf(
  source: YamlSource,
  context: Omit<RecipeContext, "value">,
  diagnostics: readonly Diagnostic[],
): Pick<LoadedRecipe, "draft" | "diagnostics"> {
  // The given values may be the fault.
  const { values } = bindInputs(context.inputs, { kind: "placeholders" }, source);
  const draft = draftRecipe(substituteInputs(source, context.inputs, values).value, source);
  if (draft === undefined) return { diagnostics };
  const { recipe, diagnostics: more } = normalizeRecipe(draft.written, draft.source, {
    ...context,
    inputValues: values,
    value: draft.value,
  });
  return { draft: recipe, diagnostics: [...diagnostics, ...newFaults(more, diagnostics)] };
}

/** Nothing else names an object, and the ids of actions depend on the name. */
function nameFaults(source: YamlSource): readonly Diagnostic[] {
  if (!isRecord(source.value) || source.value.name !== undefined) return [];
  const hint = "A recipe that is an object needs a name: it has no file that names it.";
  return [diagnosticAt(source.placeOf([]), "missing-key", "Missing key `name`.", { hint })];
}

/** `swap.yaml` → `swap`; `swap/recipe.yaml`, which has cases beside it, → `swap`; `<stdin>` → `stdin`. */
function defaultName(path: string): string {
  const name = basename(path).replace(/^shipped:|\.ya?ml$|^<|>$/g, "");
  const folder = basename(dirname(path));
  return name === "recipe" && /^\w/.test(folder) ? folder : name;
}

function unusedInputs(
  inputs: readonly InputDeclaration[],
  usedNames: ReadonlySet<string>,
  source: YamlSource,
): Diagnostic[] {
  return inputs
    .filter((input) => !usedNames.has(input.name))
    .map((input) =>
      diagnosticAt(
        source.placeOfKey(["inputs", input.name]),
        "unused-input",
        `Input \`${input.name}\` is declared and never used.`,
        { severity: "warning" },
      ),
    );
}
