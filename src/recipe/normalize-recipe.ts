import type { Diagnostic } from "../model/diagnostic.ts";
import type {
  AstEditParams,
  AstEditStep,
  InputDeclaration,
  InputValue,
  Recipe,
  RecipeStep,
} from "../model/recipe.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { pathFault, tidyPath } from "../shared/posix-path.ts";
import { formatPath } from "../shared/shape.ts";
import { diagnosticAt, type YamlPath, type YamlSource } from "../shared/yaml-source.ts";
import { normalizeLanguageGlobs } from "./normalize-language-globs.ts";
import { normalizeOp } from "./normalize-op.ts";
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
    normalizePaths(list ?? [], at, source, diagnostics);
  const include = paths(written.scope?.include, ["scope", "include"]);
  const steps = written.steps.map((step, index) =>
    normalizeStep(step, ["steps", index], `step-${index + 1}`, { source, paths, diagnostics }),
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
    languageGlobs: normalizeLanguageGlobs(written.languageGlobs ?? {}, source, diagnostics),
    expect: definedOnly(written.expect ?? {}),
    steps,
  };
  return { recipe, diagnostics };
}

/** What the normalizers of one recipe share. */
interface Normalizing {
  readonly source: YamlSource;
  readonly paths: (list: readonly string[] | undefined, at: YamlPath) => readonly string[];
  readonly diagnostics: Diagnostic[];
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
  if (step.ast_edit === undefined) throw new Error("The schema lets no step without a kind pass.");
  return normalizeCall({ id, ast_edit: step.ast_edit }, at, id, normalizing);
}

function normalizeCall(
  call: WrittenCall,
  at: YamlPath,
  defaultId: string,
  { source, paths, diagnostics }: Normalizing,
): AstEditStep {
  reportDuplicatePatterns(call, [...at, "ast_edit"], source, diagnostics);
  const {
    ops = [],
    rules,
    paths: writtenPaths,
    selector,
    strictness,
    per,
    passes,
    failOnParseError,
    onParseError,
    editGenerated,
    ...limits
  } = call.ast_edit;
  const below = [...at, "ast_edit"];
  const chosenPaths = paths(writtenPaths, [...below, "paths"]);
  const params: AstEditParams = {
    ...definedOnly(limits),
    ops: ops.map((op, index) => normalizeOp(op, `ops[${index}]`, { selector, strictness })),
    rules: paths(rules, [...below, "rules"]),
    paths: chosenPaths.length === 0 ? ["**"] : chosenPaths,
    per: per ?? "step",
    passes: passes ?? 1,
    onParseError: onParseError ?? (failOnParseError === true ? "fail" : "skip"),
    editGenerated: editGenerated ?? false,
  };
  return {
    kind: "ast_edit",
    id: call.id ?? defaultId,
    params,
    places: (path, part) =>
      part === "key" ? source.placeOfKey([...below, ...path]) : source.placeOf([...below, ...path]),
  };
}

function normalizePaths(
  list: readonly string[],
  at: YamlPath,
  source: YamlSource,
  diagnostics: Diagnostic[],
): readonly string[] {
  return list.map((path, index) => {
    const fault = pathFault(path);
    if (fault !== undefined) {
      const where = [...at, index];
      const message = `\`${formatPath(where)}\`: the path \`${path}\` ${fault}.`;
      diagnostics.push(diagnosticAt(source.placeOf(where), "path-out-of-root", message));
    }
    return tidyPath(path);
  });
}

/** A pattern that stands twice could never match the second time (A4). */
function reportDuplicatePatterns(
  call: WrittenCall,
  at: YamlPath,
  source: YamlSource,
  diagnostics: Diagnostic[],
): void {
  const first = new Map<string, number>();
  for (const [index, op] of (call.ast_edit.ops ?? []).entries()) {
    if (op.pat === undefined) continue;
    const key = JSON.stringify([op.pat, op.selector, op.strictness]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, index);
      continue;
    }
    const where = [...at, "ops", index, "pat"];
    const message = `\`${formatPath(where)}\` is the same pattern as \`ops[${earlier}].pat\`.`;
    diagnostics.push(diagnosticAt(source.placeOf(where), "invalid-value", message));
  }
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
