import { terminalLine } from "../../report/terminal-text.ts";
import { type Command, PRODUCT_FORMAT_OPTION, productFormat, rootOption } from "./command.ts";

/** `sluice list`: the recipes that have a name. */
export const listCommand: Command = {
  usage: "list",
  summary: "Show the recipes that can be run by name",
  options: PRODUCT_FORMAT_OPTION,
  async run(raw, { cwd, shippedRecipes, stdout }) {
    const format = productFormat(raw);
    const root = rootOption(raw, cwd);
    const { listRecipes } = await import("../../run/list-recipes.ts");
    const recipes = await listRecipes({ cwd, root, shipped: shippedRecipes });
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
};
