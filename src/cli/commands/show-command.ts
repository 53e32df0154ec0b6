import { resolve } from "node:path";
import type { ShownRecipe } from "../../author/show-recipe.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { exitOf } from "../../model/exit-code.ts";
import { prettyRecipe } from "../../report/pretty-recipe.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { showDiagnostics } from "../show-diagnostics.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { productCommand, requiredWord } from "./command.ts";

/** `sluice show`: one recipe, before it is run. */
export const showCommand = productCommand({
  name: "show",
  words: "<recipe>",
  summary: "Show a recipe: its inputs, files and steps, and where it is",
  examples: [
    ["sluice show assert-strict", "A recipe by name"],
    ["sluice show recipes/rename.yaml --format json", "A file, for programs"],
  ],
  async run({ format, color, trust, base, root = ".", timeout }, words, world) {
    const { showRecipe } = await import("../../author/show-recipe.ts");
    const limit = timeLimitOf(timeout, world);
    const request = { root: resolve(world.cwd, root), trust, base };
    const found = await showRecipe(requiredWord(words, "recipe"), request, world, limit.signal);
    if (found === undefined) {
      world.stderr.write("sluice: ended before the recipe was read.\n");
      return exitOf(limit.findings()).exitCode;
    }
    const { shown, diagnostics } = found;
    const exit = exitOf({ invalid: hasErrors(diagnostics) });
    showDiagnostics(diagnostics, color, world);
    if (format === "json") {
      const recipe = shown === undefined ? {} : { recipe: productOf(shown) };
      const product = { formatVersion: "1.0", ...exit, ...recipe, diagnostics };
      world.stdout.write(`${jsonText(product, 2)}\n`);
    } else if (shown !== undefined)
      world.stdout.write(prettyRecipe(shown.recipe, shown.place, shown.hides, shown.steps));
    return exit.exitCode;
  },
});

function productOf({ recipe, place, hides, steps }: ShownRecipe): object {
  const { name, description, inputs, scope, languages, tools, hooks, expect, onHeld } = recipe;
  const { include, exclude, readonly } = scope;
  return {
    name,
    description: description ?? "",
    path: place,
    hides,
    inputs,
    scope: { include, exclude, readonly },
    languages: languages.map(({ language }) => language),
    code: [...tools.map(({ path }) => path), ...hooks.map(({ code }) => Object.values(code)[0])],
    expect,
    onHeld,
    steps,
  };
}
