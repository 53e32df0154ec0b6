import { describe, expect, it } from "vitest";
import { editRecipe } from "../../../src/mcp/tools/preview-edit-tool.ts";
import { recipeName } from "../../../src/mcp/tools/preview-recipe-tool.ts";

describe("a recipe that a client names", () => {
  it.each([
    ["assert-strict", "assert-strict"],
    ["recipes/a.yaml", "/project/recipes/a.yaml"],
    ["npm", "npm"],
  ])("is a name, or a file of the root: %s", (recipe, named) => {
    expect(recipeName(recipe, "/project")).toBe(named);
  });

  it.each([
    "-",
    "../a.yaml",
    "a/../../b.yaml",
    "/a.yaml",
    "git:https://a/b@c:d",
    "npm:a/b",
    "a\nb",
  ])("V5 is no other file, no commit, no package and no standard input: %j", (recipe) => {
    expect(() => recipeName(recipe, "/project")).toThrow("neither a name");
  });
});

it("V5 edits of a client are code: nothing in them is expanded", () => {
  const { recipes, objects } = editRecipe({
    ops: [{ pat: "a", out: "${{ env.KEY }}" }, { pat: "b" }],
  });
  expect(JSON.parse(String(objects?.get(recipes[0] ?? "")))).toMatchObject({
    inputs: { code1: { default: "${{ env.KEY }}" } },
    steps: [{ ast_edit: { ops: [{ pat: "a", out: "${{ inputs.code1 }}" }, { pat: "b" }] } }],
  });
});
