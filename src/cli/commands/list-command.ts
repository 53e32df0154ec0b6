import { resolve } from "node:path";
import { terminalLine } from "../../report/terminal-text.ts";
import { productCommand } from "./command.ts";

/** `sluice list`: the recipes that have a name. */
export const listCommand = productCommand({
  name: "list",
  words: "",
  summary: "Show the recipes that can be run by name",
  examples: [],
  async run({ format, root = "." }, _words, world) {
    const { cwd, stdout } = world;
    const { listRecipes } = await import("../../run/list-recipes.ts");
    const recipes = await listRecipes({ root: resolve(cwd, root) }, world);
    if (format === "json") {
      stdout.write(`${JSON.stringify({ formatVersion: "1.0", recipes }, null, 2)}\n`);
      return 0;
    }
    const width = Math.max(0, ...recipes.map(({ name }) => name.length));
    for (const { name, origin, description } of recipes)
      stdout.write(`${terminalLine(`${name.padEnd(width)}  ${description} (${origin})`)}\n`);
    if (recipes.length === 0) stdout.write("No recipes.\n");
    return 0;
  },
});
