import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { toldWords } from "../../src/report/told-words.ts";
import { cliReport } from "../support/run-cli.ts";
import { readText, tempTree } from "../support/temp-tree.ts";

const PAGE = readFileSync(resolve(import.meta.dirname, "../../docs/cookbook.md"), "utf8");

/** A recipe of the page, with the code before and after it, and the lines of the findings that it tells. */
interface Case {
  readonly title: string;
  readonly recipe: string;
  readonly extension: string;
  readonly before: string;
  readonly after: string;
  readonly findings: string;
}

function casesOf(page: string): readonly Case[] {
  return page
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const [title = ""] = section.split("\n");
      const [, recipe = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(section) ?? [];
      const [, findings = ""] = /^```text findings\n([\s\S]*?)^```$/m.exec(section) ?? [];
      const pairs = /^```(\w+) before\n([\s\S]*?)^```\n+```\w+ after\n([\s\S]*?)^```$/gm;
      return [...section.matchAll(pairs)].map(([, extension = "", before = "", after = ""]) => {
        return { title, recipe, extension, before, after, findings };
      });
    });
}

/** Returns the findings of a report as the terminal shows them. */
function linesOf({ findings = [] }: Awaited<ReturnType<typeof cliReport>>["report"]): string {
  return findings
    .map((finding) => {
      const { place, words, rule } = toldWords(finding);
      return `${place}  ${finding.severity}  ${words}  ${rule}\n`;
    })
    .join("");
}

describe("docs/cookbook.md", () => {
  const cases = casesOf(PAGE);

  it("has a case for each of its recipes", () => {
    const recipes = PAGE.match(/^```yaml$/gm) ?? [];
    expect(new Set(cases.map(({ recipe }) => recipe)).size).toBe(recipes.length);
    expect(PAGE.match(/^### /gm)).toHaveLength(recipes.length);
  });

  it.each(cases)("$title", async ({ recipe, extension, before, after, findings }) => {
    const path = `code.${extension}`;
    const root = tempTree({ "r.yaml": recipe, [path]: before });
    const run = async () => {
      const { report } = await cliReport(root, ["run", "r.yaml", "--policy", "apply-all"]);
      expect(report.diagnostics).toEqual([]);
      expect(linesOf(report)).toBe(findings);
      return report.totals;
    };
    expect((await run()).applied).toBe(1);
    expect(readText(root, path)).toBe(after);
    expect((await run()).actions).toBe(0);
  });
});
