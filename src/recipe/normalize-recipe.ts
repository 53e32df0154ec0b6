import type { Diagnostic } from "../model/diagnostic.ts";
import type {
  CallStep,
  InputDeclaration,
  InputValue,
  Recipe,
  RecipeStep,
  StepPlaces,
} from "../model/recipe.ts";
import { OUTPUT_CAP } from "../model/tool.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { diagnosticAt, type YamlPath, type YamlSource } from "../shared/yaml-source.ts";
import { normalizeAstEdit } from "./normalize-ast-edit.ts";
import { milliseconds, normalizeHook } from "./normalize-hook.ts";
import { normalizeLanguageGlobs } from "./normalize-language-globs.ts";
import { type Normalizing, normalizePaths } from "./normalize-paths.ts";
import type { WrittenCall, WrittenRecipe, WrittenStep } from "./recipe-schema.ts";

/** What the recipe's text alone does not say. */
export interface RecipeContext {
  readonly defaultName: string;
  readonly inputs: readonly InputDeclaration[];
  readonly inputValues: Readonly<Record<string, InputValue>>;
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
    normalizeStep(step, ["steps", index], `step-${index + 1}`, { source, diagnostics }),
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
    untrusted: [],
    fileRefs: { mode: "warn", maxBytes: OUTPUT_CAP },
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

function normalizeStep(
  step: WrittenStep,
  at: YamlPath,
  defaultId: string,
  normalizing: Normalizing,
): RecipeStep {
  const id = step.id ?? defaultId;
  if (step.parallel !== undefined) {
    const steps = step.parallel.map((call, index) =>
      normalizeCall(call, [...at, "parallel", index], `${id}.${index + 1}`, normalizing),
    );
    return { kind: "parallel", id, steps };
  }
  return normalizeCall(step, at, id, normalizing);
}

function normalizeCall(
  { id, ast_edit, tool, with: params = {}, timeout }: WrittenCall,
  at: YamlPath,
  defaultId: string,
  { source, diagnostics }: Normalizing,
): CallStep {
  const own = { id: id ?? defaultId };
  if (tool !== undefined) {
    const place = source.placeOf([...at, "tool"]);
    const paramsPlace = source.placeOf([...at, "with"]);
    const limit = milliseconds(timeout ?? "5m");
    return { kind: "tool", ...own, tool, params, timeout: limit, place, paramsPlace };
  }
  if (ast_edit === undefined) throw new Error("The schema lets no call without a tool pass.");
  const below = [...at, "ast_edit"];
  const places: StepPlaces = (path, part) =>
    part === "key" ? source.placeOfKey([...below, ...path]) : source.placeOf([...below, ...path]);
  return {
    kind: "ast_edit",
    ...own,
    params: normalizeAstEdit(ast_edit, below, { source, diagnostics }),
    places,
  };
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
