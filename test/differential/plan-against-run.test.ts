import { cpSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { comparePlanWithRun } from "../support/compare-plan-with-run.ts";
import { SHIPPED_RECIPES } from "../support/run-cli.ts";
import { writeTree } from "../support/temp-tree.ts";

const CASES = readdirSync(SHIPPED_RECIPES).flatMap((recipe) => {
  const cases = join(SHIPPED_RECIPES, recipe, "cases");
  if (!existsSync(cases)) return [];
  return readdirSync(cases).map((name) => [recipe, name] as const);
});

describe("plan and apply come to the bytes of run", () => {
  it.each(CASES.filter(([, name]) => !/look-alikes/.test(name)))(
    "for the recipe %s on %s",
    async (recipe, name) => {
      const input = join(SHIPPED_RECIPES, recipe, "cases", name, "input");
      await comparePlanWithRun(
        (root) => {
          cpSync(input, root, { recursive: true });
          writeTree(root, { "other.ts": "export {};\n" }); // Some patterns are of TypeScript only.
        },
        [recipe, "--policy", "apply-all"],
      );
    },
  );
});
