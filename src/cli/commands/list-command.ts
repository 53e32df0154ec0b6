import { resolve } from "node:path";
import picocolors from "picocolors";
import { exitOf } from "../../model/exit-code.ts";
import { prettyDiagnostic } from "../../report/pretty-diagnostic.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import { jsonText } from "../../shared/json/json-text.ts";
import { timeLimitOf } from "../time-limit-of.ts";
import { wantsColor } from "../wants-color.ts";
import { productCommand } from "./command.ts";

/** `sluice list`: the recipes that have a name. */
export const listCommand = productCommand({
  name: "list",
  words: "",
  summary: "Show the recipes that can be run by name",
  examples: [],
  async run({ format, color, trust, base, root = ".", timeout }, _words, world) {
    const { cwd, stdout } = world;
    const { listRecipes } = await import("../../run/list-recipes.ts");
    const limit = timeLimitOf(timeout, world);
    const request = { root: resolve(cwd, root), trust, base };
    const recipes = await listRecipes(request, world, limit.signal);
    if (recipes === undefined) {
      world.stderr.write("sluice: ended before all recipes were read.\n");
      return exitOf(limit.findings()).exitCode;
    }
    if ("fault" in recipes) {
      const colors = picocolors.createColors(wantsColor(color, world, world.stderr));
      world.stderr.write(`${prettyDiagnostic(recipes.fault, colors)}\n`);
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
    for (const { name, origin, description } of recipes)
      stdout.write(`${terminalLine(`${name.padEnd(width)}  ${description} (${origin})`)}\n`);
    if (recipes.length === 0) stdout.write("No recipes.\n");
    return 0;
  },
});
