import { describe, expect, it } from "vitest";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { paths: ["src/**"], ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

describe("a pull request that changes sources only", () => {
  it("is previewed by the recipe of the base", async () => {
    const request = await openPullRequest({
      base: { "recipe.yaml": RECIPE, "src/a.js": "f(1);\n" },
      head: () => ({ "src/a.js": "f(1);\nf(2);\n" }),
    });
    const attempts = await checkSafely(request, { recipes: ["recipe.yaml"] });
    expect(attempts.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const found = attempts.map(({ report }) =>
      report?.actions.map(({ facts }) => facts.replacements),
    );
    expect(found).toEqual([[2], [2]]);
  });
});
