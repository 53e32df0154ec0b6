import { resolve } from "node:path";
import { exitOf } from "../../model/exit-code.ts";
import { prettyInput } from "../../report/pretty-recipe.ts";
import { fitEnd } from "../../report/terminal/cells.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { showDiagnostics } from "../show-diagnostics.ts";
import { showText } from "../show-paged.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { productCommand } from "./command.ts";

/** `sluice list`: the recipes that have a name. */
export const listCommand = productCommand({
  name: "list",
  words: "",
  summary: "Show the recipes that can be run by name, with their inputs",
  examples: [["sluice list --trust base", "Those of the base commit, and those that ship"]],
  async run({ format, color, trust, base, root = ".", timeout, pager }, _words, world) {
    const { cwd, stdout } = world;
    const { listRecipes } = await import("../../author/list-recipes.ts");
    const limit = timeLimitOf(timeout, world);
    const request = { root: resolve(cwd, root), trust, base };
    const recipes = await listRecipes(request, world, limit.signal);
    if (recipes === undefined) {
      world.stderr.write("sluice: ended before all recipes were read.\n");
      return exitOf(limit.findings()).exitCode;
    }
    if ("fault" in recipes) {
      showDiagnostics([recipes.fault], color, world);
      const exit = exitOf({ invalid: true });
      const product = { formatVersion: "1.0", ...exit, diagnostics: [recipes.fault] };
      if (format === "json") stdout.write(`${jsonText(product, 2)}\n`);
      return exit.exitCode;
    }
    if (format === "json") {
      stdout.write(`${jsonText({ formatVersion: "1.0", recipes }, 2)}\n`);
      return 0;
    }
    const width = Math.max(0, ...recipes.map(({ name }) => name.length));
    const columns = stdout.isTerminal ? stdout.columns : Number.POSITIVE_INFINITY;
    const lines = recipes.flatMap(({ name, origin, description, inputs }) => [
      terminalLine(`${name.padEnd(width)}  ${description} (${origin})`),
      ...inputs.map((input) => `${" ".repeat(width)}    ${prettyInput(input)}`),
    ]);
    if (lines.length === 0) lines.push("No recipes.");
    const text = lines.map((line) => `${fitEnd(line, columns)}\n`).join("");
    await showText(text, pager, world);
    return 0;
  },
});
