import { expect, it } from "vitest";
import { unreadablePaths } from "../../../src/config/prepare/read-request.ts";
import type { Recipe } from "../../../src/model/recipe/recipe.ts";
import { NO_PACKAGES } from "../../../src/shared/package-places.ts";

const edit = (path: string) => ({
  kind: "ast_edit",
  params: { ops: [], paths: [path] },
  places: () => ({ line: 1, column: 1 }),
});

/** As much of a recipe as is looked at. */
const recipeOf = (...paths: readonly string[]) =>
  ({ languages: [], languageGlobs: [], scope: SCOPE, steps: paths.map(edit) }) as unknown as Recipe;

const SCOPE = { include: ["**"], readonly: [], exclude: [] };

it("asks once for the files of the root, whatever the number of steps and recipes", async () => {
  let asked = 0;
  const listFiles = () => {
    asked += 1;
    return Promise.resolve(["a.ts"]);
  };
  const recipes = [recipeOf("*.ts", "a.ts", "*.ts"), recipeOf("a.ts")];
  expect(await unreadablePaths(recipes, NO_PACKAGES, listFiles)).toEqual([]);
  expect(asked).toBe(1);
});
