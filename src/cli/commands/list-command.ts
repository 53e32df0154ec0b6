import { resolve } from "node:path";
import { listRecipes } from "../../run/list-recipes.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { UsageError } from "../usage-error.ts";
import { type Command, textOption } from "./command.ts";

const FORMATS = ["pretty", "json"];

/** `sluice list`: the recipes that have a name. */
export const listCommand: Command = {
  usage: "list",
  summary: "Show the recipes that can be run by name",
  options: {
    format: { type: "string", requiresArg: true, describe: "pretty or json", default: "pretty" },
  },
  async run(raw, { cwd, shippedRecipes, stdout }) {
    const format = textOption(raw, "format") ?? "pretty";
    if (!FORMATS.includes(format))
      throw new UsageError(
        `--format: list has no format \`${format}\`.`,
        didYouMean(format, FORMATS),
      );
    const root = resolve(cwd, textOption(raw, "root") ?? ".");
    const recipes = await listRecipes({ cwd, root, shipped: shippedRecipes });
    if (format === "json") {
      stdout.write(`${JSON.stringify({ formatVersion: "1.0", recipes }, null, 2)}\n`);
      return 0;
    }
    const width = Math.max(0, ...recipes.map(({ name }) => name.length));
    for (const { name, origin, description } of recipes)
      stdout.write(`${name.padEnd(width)}  ${description} (${origin})\n`);
    if (recipes.length === 0) stdout.write("No recipes.\n");
    return 0;
  },
};
