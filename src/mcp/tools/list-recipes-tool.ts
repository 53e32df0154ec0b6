import { z } from "zod";
import { listRecipes } from "../../author/list-recipes.ts";
import { ToolError } from "../../model/tool-error.ts";
import { cursorSchema, pageOf } from "../page.ts";
import { mcpTool } from "../tool.ts";

const PAGE = 50;

/** `list_recipes`: the recipes that have a name, with their inputs. */
export const listRecipesTool = mcpTool({
  name: "list_recipes",
  title: "List recipes",
  description: "Lists the recipes that `preview_recipe` runs by name, with their inputs.",
  input: z.strictObject({ cursor: cursorSchema }),
  output: z.object({
    recipes: z.array(
      z.object({
        name: z.string(),
        description: z.string(),
        origin: z.string(),
        inputs: z.array(z.looseObject({ name: z.string() })),
      }),
    ),
    nextCursor: z.string().optional(),
  }),
  async call({ cursor }, session, call) {
    const { root, options, world } = session;
    const { trust, base } = options;
    const listed = await listRecipes({ root, trust, base }, world, session.signalOf(call));
    if (listed === undefined) throw new ToolError("It ended before all recipes were read.");
    if ("fault" in listed) throw new ToolError(listed.fault.message);
    const { items, nextCursor } = pageOf(listed, cursor, PAGE);
    const recipes = items.map(({ inputs, ...recipe }) => ({
      ...recipe,
      inputs: inputs.map((input) => ({ ...input })),
    }));
    const lines = recipes.map(({ name, description }) => `${name}: ${description}`);
    return { text: lines.join("\n") || "No recipes.", data: { recipes, nextCursor } };
  },
});
