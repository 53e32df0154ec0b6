import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/cookbook.md"), "utf8");

/** A recipe of the page, with the code before and after it. */
interface Case {
  readonly title: string;
  readonly recipe: string;
  readonly extension: string;
  readonly before: string;
  readonly after: string;
}

function casesOf(page: string): readonly Case[] {
  return page
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const [title = ""] = section.split("\n");
      const [, recipe = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(section) ?? [];
      const pairs = /^```(\w+) before\n([\s\S]*?)^```\n+```\w+ after\n([\s\S]*?)^```$/gm;
      return [...section.matchAll(pairs)].map(([, extension = "", before = "", after = ""]) => {
        return { title, recipe, extension, before, after };
      });
    });
}

describe("docs/cookbook.md", () => {
  const cases = casesOf(PAGE);

  it("has a case for each of its recipes", () => {
    const recipes = PAGE.match(/^```yaml$/gm) ?? [];
    expect(new Set(cases.map(({ recipe }) => recipe)).size).toBe(recipes.length);
    expect(PAGE.match(/^### /gm)).toHaveLength(recipes.length);
  });

  it.each(cases)("$title", async ({ recipe, extension, before, after }) => {
    const path = `code.${extension}`;
    const root = tempTree({ "r.yaml": recipe, [path]: before });
    const run = async (policy: string) => {
      const { report } = await cliReport(root, ["run", "r.yaml", "--policy", policy]);
      expect(report.diagnostics).toEqual([]);
      return report.totals;
    };
    expect((await run("apply-all")).applied).toBe(1);
    expect(readText(root, path)).toBe(after);
    expect((await run("apply-all")).actions).toBe(0);
  });
});
