import { describe, expect, it } from "vitest";
import {
  differentRecipes,
  notedDifferences,
  type RecipeTraits,
} from "../../src/plan-file/compare-heads.ts";

const recipe = (more: Partial<RecipeTraits> = {}): RecipeTraits => ({
  name: "move",
  hasCode: false,
  asksModel: false,
  ...more,
});

describe("the recipes of a plan", () => {
  it.each<[Partial<RecipeTraits>, string]>([
    [{ name: "harmless" }, "The recipe `move` differs in `name` from what the plan says."],
    [{ hasCode: true }, "The recipe `move` differs in `hasCode` from what the plan says."],
    [{ asksModel: true }, "The recipe `move` differs in `asksModel` from what the plan says."],
  ])("with %j differ", (more, sentence) => {
    expect(differentRecipes([recipe(more)], [recipe()])).toEqual([sentence]);
  });

  it("that are not there are named", () => {
    const recipes = [recipe(), recipe({ name: "more" })];
    expect(differentRecipes(recipes, [recipe()])).toEqual([
      "The recipe `more` is only in the plan.",
    ]);
  });
});

describe("the version and the count of files of a plan", () => {
  it("are told if they differ", () => {
    const now = { sluice: "2.0.0", filesSearched: 4 };
    expect(notedDifferences(now, now)).toEqual([]);
    expect(notedDifferences({ sluice: "1.0.0", filesSearched: 3 }, now)).toEqual([
      "The plan was made by Sluice 1.0.0, and this is 2.0.0.",
      "The plan was made over 3 files, and 4 were searched now.",
    ]);
  });
});
