import { expect, it } from "vitest";
import { unreadablePaths } from "../../../src/config/prepare/unreadable-paths.ts";
import type { Recipe } from "../../../src/model/recipe/recipe.ts";
import { NO_PACKAGES } from "../../../src/shared/package-places.ts";

const edit = (path: string) => ({
  kind: "ast_edit",
  params: { ops: [], paths: [path] },
  places: () => ({ line: 1, column: 1 }),
});

const SCOPE = { include: ["**"], readonly: [], exclude: [] };

/** As much of a recipe as is looked at. */
const recipeOf = (paths: readonly string[], more: Partial<Recipe> = {}) =>
  ({
    languages: [],
    languageGlobs: [],
    scope: SCOPE,
    steps: paths.map(edit),
    ...more,
  }) as unknown as Recipe;

/** Checks recipes in a tree. Returns how often it was listed, and the messages. */
async function check(
  recipes: readonly Recipe[],
  { known = [], files = ["a.ts"] }: { known?: readonly string[]; files?: readonly string[] } = {},
) {
  let asked = 0;
  const list = async () => {
    asked += 1;
    return files;
  };
  const found = await unreadablePaths(recipes, NO_PACKAGES, { known, list });
  return { asked, messages: found.map(({ message }) => message) };
}

it("asks once for the files of the root, whatever the number of steps and recipes", async () => {
  const recipes = [recipeOf(["src/**", "a.ts", "test"]), recipeOf(["src"])];
  expect(await check(recipes)).toEqual({ asked: 1, messages: [] });
});

it("asks for none if paths, or languages, leave no language whose grammar would have to be installed", async () => {
  const typescript = { languages: [{ language: "typescript" }] } as unknown as Partial<Recipe>;
  const recipes = [recipeOf(["**/*.ts", "*.{css,html}"]), recipeOf(["src"], typescript)];
  expect(await check(recipes, { files: ["src/a.py"] })).toEqual({ asked: 0, messages: [] });
});

it("asks for none if a known file of each path is read, and for all otherwise", async () => {
  const files = ["src/a.ts", "src/b.py", "lib/c.py"];
  expect(await check([recipeOf(["src"])], { known: ["src/a.ts"], files })).toEqual({
    asked: 0,
    messages: [],
  });
  const unread = await check([recipeOf(["src", "lib"])], { known: ["src/a.ts"], files });
  expect(unread).toEqual({ asked: 1, messages: [expect.stringContaining("`lib` matches 1 file")] });
  const isNamed = recipeOf(["src/*.{ts,py}"]);
  expect((await check([isNamed], { known: ["src/a.ts"], files })).messages).toHaveLength(1);
  const globs = { languageGlobs: [{ language: "python", globs: ["*.ts"] }] };
  const renamed = recipeOf(["src/**/*.ts"], globs as unknown as Partial<Recipe>);
  expect((await check([renamed], { files })).messages).toHaveLength(1);
});
