import type { Policy } from "../model/policy.ts";
import { type CallKindName, isOwnModule } from "../model/recipe/call-step.ts";
import { callsOf, type PlaceInText, promptsOf, type Recipe } from "../model/recipe/recipe.ts";
import { allHooksOf } from "../model/recipe/used-recipes.ts";
import { CALL_KIND_NAMES, callKindOf } from "./steps/step-kinds.ts";

/** Code that a recipe brings, or starts. None of it runs without the consent of the caller (T26). */
export type RecipeCode = {
  readonly kind: "tool" | "hook" | "format" | "parser" | CallKindName;
  readonly place: PlaceInText;
} & (
  | { readonly module: string }
  /** A program with its arguments. One that works on files also has the variables that it gets. */
  | { readonly run: readonly string[]; readonly env?: readonly string[] }
);

/** True if the steps of a kind start code; false for any other name. */
export function startsCode(kind: string): boolean {
  return CALL_KIND_NAMES.some((name) => name === kind && callKindOf({ kind: name }).codeOf);
}

/** The code that recipes may bring or start, for messages. */
export const CODE_NOUNS = `tools, hooks, ${CALL_KIND_NAMES.filter(startsCode)
  .map((kind) => `${kind}s`)
  .join(", ")}, formatters or parsers`;

/** The one that brings code: a recipe; a policy brings parsers. */
export type CodeBearer = Pick<Recipe, "tools" | "hooks" | "steps" | "parsers">;

/** Returns recipes, and the policy if it brings code. */
export function codeBearers(
  recipes: readonly Recipe[],
  policy: Pick<Policy, "parsers"> | undefined,
): readonly CodeBearer[] {
  const { parsers = [] } = policy ?? {};
  return parsers.length === 0
    ? recipes
    : [...recipes, { tools: [], hooks: [], steps: [], parsers }];
}

/**
 * Returns all code of a recipe: tools, hooks, then that of its steps in order, its parsers, and the formatters of their
 * changes.
 */
export function codeOf(recipe: CodeBearer): readonly RecipeCode[] {
  const { parsers = [] } = recipe;
  const calls = callsOf(recipe);
  return [
    ...recipe.tools.map(({ path, place }) => ({ kind: "tool" as const, module: path, place })),
    ...allHooksOf(recipe).map(({ code, place }) => ({ kind: "hook" as const, ...code, place })),
    ...calls.flatMap((step): RecipeCode[] => {
      const code = callKindOf(step).codeOf?.(step);
      return code === undefined ? [] : [{ kind: step.kind, ...code }];
    }),
    ...parsers.map(({ run, env, place }) => ({ kind: "parser" as const, run, env, place })),
    ...[...calls, ...promptsOf(recipe)].flatMap(({ format = [] }) =>
      format.map(({ run, env, place }) => ({ kind: "format" as const, run, env, place })),
    ),
  ];
}

/** True if code is a program that takes its settings from the files that it works on. */
export function isProgramOnFiles(
  code: RecipeCode,
): code is RecipeCode & { readonly run: readonly string[]; readonly env: readonly string[] } {
  return "env" in code;
}

/** Code that is a file. */
export type CodeFile = RecipeCode & { readonly module: string };

/** True if code is a file that the recipe names. The module of a step may also be a package. */
export function isCodeFile(code: RecipeCode): code is CodeFile {
  return "module" in code && (!isStepCode(code) || isOwnModule(code.module));
}

/** True if a step itself starts code: it is no tool, hook, formatter or parser. */
export function isStepCode({ kind }: RecipeCode): boolean {
  return kind !== "tool" && kind !== "hook" && kind !== "format" && kind !== "parser";
}

/** True if a recipe brings or starts code. */
export function hasCode(recipe: CodeBearer): boolean {
  return codeOf(recipe).length > 0;
}
