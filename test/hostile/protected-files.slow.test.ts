import { describe, expect, it } from "vitest";
import { readText } from "../support/temp-tree.ts";
import { checkSafely, openPullRequest } from "./pull-request.ts";

const RECIPE = `version: 1
name: r
steps:
  - id: s
    ast_edit: { per: file, ops: [{ pat: "f($A)", out: "g($A)" }] }
`;

/** Files that others run, trust or read, and the guard of each. */
const PROTECTED = {
  ".Circleci/x.js": "protected-ci",
  ".GitHub/y.js": "protected",
  ".claude/hooks/x.js": "protected-agents",
  ".devcontainer/x.js": "protected-agents",
  ".env.js": "protected-env",
  ".github/actions/a/index.js": "protected",
  ".husky/x.js": "protected-git",
  ".pnpmfile.js": "protected-packages",
  ".yarn/plugins/x.js": "protected-packages",
  "packages/a/.husky/x.js": "protected-git",
  "packages/a/lint-staged.config.js": "protected-git",
};

describe("files that others run, trust or read", () => {
  it("stay as they are, whatever a pull request puts there", async () => {
    const request = await openPullRequest({
      base: { "recipe.yaml": RECIPE },
      head: () => ({
        "src/a.js": "f(1);\n",
        ...Object.fromEntries(Object.keys(PROTECTED).map((path) => [path, "f(2);\n"])),
      }),
    });
    const check = { mode: "run", recipes: ["recipe.yaml"], policy: "apply-all" } as const;
    const [byCommand, byAction] = await checkSafely(request, check);
    const rulesOf = (report = byAction?.report) =>
      report?.actions.map(({ facts, ruleId }) => [facts.files[0], ruleId]);
    expect(rulesOf(byCommand?.report)).toEqual([
      ...Object.entries(PROTECTED),
      ["src/a.js", "default"],
    ]);
    expect(rulesOf()).toEqual(Object.entries(PROTECTED));
    for (const path of Object.keys(PROTECTED)) expect(readText(request.root, path)).toBe("f(2);\n");
    expect(readText(request.root, "src/a.js")).toBe("g(1);\n");
  });

  it("stay as they are if the folder that is edited lies inside a protected one", async () => {
    const request = await openPullRequest({
      base: { ".github/recipe.yaml": RECIPE, ".github/actions/a/index.js": "f(1);\n" },
      head: () => ({ ".github/actions/b/index.js": "f(2);\n" }),
    });
    const folder = ".github";
    const check = { mode: "run", recipes: ["recipe.yaml"], policy: "apply-all", folder } as const;
    for (const { report } of await checkSafely(request, check))
      expect(report?.actions.map(({ facts, ruleId }) => [facts.files[0], ruleId])).toEqual([
        ["actions/a/index.js", "protected"],
        ["actions/b/index.js", "protected"],
      ]);
    expect(readText(request.root, ".github/actions/b/index.js")).toBe("f(2);\n");
  });
});
