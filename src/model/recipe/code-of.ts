import type { PlaceInText } from "../place.ts";
import { callsOf, promptsOf, type Recipe } from "./recipe.ts";
import { allHooksOf } from "./used-recipes.ts";

/** Code that a recipe brings, or starts. None of it runs without the consent of the caller (T26). */
export type RecipeCode = {
  readonly place: PlaceInText;
} & (
  | { readonly kind: "tool" | "hook" | "transform"; readonly module: string }
  /** A program with its arguments. */
  | { readonly kind: "hook" | "command" | "format"; readonly run: readonly string[] }
);

/** Returns all code of a recipe: tools, hooks, then that of its steps in order, and the formatters of their changes. */
export function codeOf(recipe: Pick<Recipe, "tools" | "hooks" | "steps">): readonly RecipeCode[] {
  return [
    ...recipe.tools.map(({ path, place }) => ({ kind: "tool" as const, module: path, place })),
    ...allHooksOf(recipe).map(({ code, place }) => ({ kind: "hook" as const, ...code, place })),
    ...callsOf(recipe).flatMap((step): RecipeCode[] => {
      if (step.kind === "transform")
        return [{ kind: "transform", module: step.params.module, place: step.place }];
      return step.kind === "command"
        ? [{ kind: "command", run: step.params.run, place: step.place }]
        : [];
    }),
    ...[...callsOf(recipe), ...promptsOf(recipe)].flatMap(({ format = [] }) =>
      format.map(({ run, place }) => ({ kind: "format" as const, run, place })),
    ),
  ];
}

/** True if code is a program that takes its settings from the files that it works on. */
export function isProgramOnFiles({ kind }: RecipeCode): boolean {
  return kind === "command" || kind === "format";
}

/** True if a recipe brings or starts code. */
export function hasCode(recipe: Pick<Recipe, "tools" | "hooks" | "steps">): boolean {
  return codeOf(recipe).length > 0;
}
