import { describe, expect, it } from "vitest";
import {
  expectSameReports,
  recipeOfSteps,
  repositoryOf,
  treeOfAllSorts,
  watchNativePass,
} from "../support/fast-ways.ts";

describe("with each of the fast ways off, and with all of them off", () => {
  it("the report of a preview is the same", async () => {
    const recipe = recipeOfSteps(["same-node"]);
    const root = repositoryOf({ ...treeOfAllSorts(10), "recipe.yaml": recipe });
    const read = watchNativePass();
    const report = await expectSameReports(root, { facts: "asked" });
    const files = new Set(read).size;
    expect(files).toBeGreaterThan(40);
    // With all of them, without the prefilter's tokens, and without the findings that are known by then.
    expect(read.length).toBe(3 * files);
    expect(report.totals.ledger.found).toBeGreaterThan(500);
    expect(report.skipped.filter(({ why }) => why === "syntax-errors").length).toBeGreaterThan(5);
  });

  it("so it is for whole lines that go, for tables, and for imports", async () => {
    const files = { "a.ts": CALLS, "b.ts": CALLS.replaceAll("\n", "\r\n"), "c.js": "f(1, ;\n" };
    const root = repositoryOf({ ...files, "recipe.yaml": recipeOfSteps(["lines", "imports"]) });
    const report = await expectSameReports(root, { facts: "asked" });
    expect(report.totals.ledger.found).toBeGreaterThan(5);
  });
});

const CALLS = `for (const each of all) {
\tcontinue;
\tf(1);
\tif (f(2)) test("a", () => f(each));
}
test("b", async () => {
  f(each);
});
`;
