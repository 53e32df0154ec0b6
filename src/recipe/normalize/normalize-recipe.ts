import type { Diagnostic } from "../../model/diagnostic.ts";
import type { InputDeclaration, InputValue, Recipe, RecipeStep } from "../../model/recipe.ts";
import { OUTPUT_CAP } from "../../model/tool.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { YamlPath } from "../../shared/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml-source.ts";
import type { WrittenRecipe } from "../schema/recipe-schema.ts";
import { normalizeHook } from "./normalize-hook.ts";
import { normalizeLanguageGlobs } from "./normalize-language-globs.ts";
import { normalizePaths } from "./normalize-paths.ts";
import { normalizeStep } from "./normalize-step.ts";

/** What the recipe's text alone does not say. */
export interface RecipeContext {
  readonly defaultName: string;
  readonly inputs: readonly InputDeclaration[];
  readonly inputValues: Readonly<Record<string, InputValue>>;
  /** The recipe's own value with inputs in place, in which late texts still stand. */
  readonly value: unknown;
}

/** Written → resolved: defaults, step ids, tidy paths; and the rules that go across fields. */
export function normalizeRecipe(
  written: WrittenRecipe,
  source: YamlSource,
  context: RecipeContext,
): { readonly recipe: Recipe; readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const paths = (list: readonly string[] | undefined, at: YamlPath) =>
    normalizePaths(list ?? [], at, { source, diagnostics });
  const include = paths(written.scope?.include, ["scope", "include"]);
  const steps = written.steps.map((step, index) =>
    normalizeStep(step, ["steps", index], `step-${index + 1}`, {
      source,
      diagnostics,
      value: context.value,
    }),
  );
  reportDuplicateIds(written, steps, source, diagnostics);
  const recipe: Recipe = {
    name: written.name ?? context.defaultName,
    ...(written.description === undefined ? {} : { description: written.description }),
    path: source.path,
    inputs: context.inputs,
    inputValues: context.inputValues,
    scope: {
      include: include.length === 0 ? ["**"] : include,
      exclude: paths(written.scope?.exclude, ["scope", "exclude"]),
      readonly: paths(written.scope?.readonly, ["scope", "readonly"]),
    },
    untrusted: paths(written.scope?.untrusted, ["scope", "untrusted"]),
    fileRefs: { mode: "warn", maxBytes: OUTPUT_CAP, ...definedOnly(written.fileRefs ?? {}) },
    languageGlobs: normalizeLanguageGlobs(written.languageGlobs ?? {}, source, diagnostics),
    expect: definedOnly(written.expect ?? {}),
    tools: paths(written.tools, ["tools"]).map((path, index) => ({
      path,
      place: source.placeOf(["tools", index]),
    })),
    hooks: (written.hooks ?? []).map((hook, index) =>
      normalizeHook(hook, ["hooks", index], { source, diagnostics }),
    ),
    steps,
  };
  return { recipe, diagnostics };
}

function reportDuplicateIds(
  written: WrittenRecipe,
  steps: readonly RecipeStep[],
  source: YamlSource,
  diagnostics: Diagnostic[],
): void {
  const seen = new Set<string>();
  const check = (id: string, at: YamlPath) => {
    if (seen.has(id))
      diagnostics.push(
        diagnosticAt(
          source.placeOf([...at, "id"]),
          "duplicate-id",
          `Two steps have the id \`${id}\`.`,
          {
            hint: "Give each step its own id; reports and policies name steps by it.",
          },
        ),
      );
    seen.add(id);
  };
  for (const [index, step] of steps.entries()) {
    check(step.id, ["steps", index]);
    const calls = written.steps[index]?.parallel ?? [];
    for (const callIndex of calls.keys()) {
      const call = step.kind === "parallel" ? step.steps[callIndex] : undefined;
      if (call) check(call.id, ["steps", index, "parallel", callIndex]);
    }
  }
}
