import { describe, expect, it } from "vitest";
import { recipeOf, runCommand } from "../../support/command-run.ts";
import { readText } from "../../support/temp-tree.ts";
import { TINY } from "../../support/tiny-formatter.ts";

const STDIN = ["node", "tiny.cjs", "{path}"];

/** A step that gives a call more arguments than a line takes. */
const WIDEN = {
  id: "e",
  ast_edit: {
    paths: ["src"],
    per: "file",
    ops: [{ pat: "foo($A)", out: "foo($A, second, third, fourth,   fifth)" }],
  },
};
const WIDE = (first: string) => `foo(\n  ${first},\n  second,\n  third,\n  fourth,\n  fifth,\n);\n`;

function formatting(format: unknown, step: object = WIDEN, tree: Record<string, string> = {}) {
  const recipe = JSON.parse(recipeOf(step));
  return { "tiny.cjs": TINY, "recipe.yaml": JSON.stringify({ ...recipe, format }), ...tree };
}

describe("a step with a formatter", () => {
  it("previews, counts and writes what the formatter made of its edits, and of nothing else", async () => {
    const odd = "let   odd   = 1;\n\n";
    const { root, report, alerts } = await runCommand(
      formatting(STDIN, WIDEN, { "src/b.ts": `${odd}foo(2); // why\n`, "src/c.ts": odd }),
    );
    expect([report.exitCode, alerts]).toEqual([0, ""]);
    expect(readText(root, "src/a.ts")).toBe(WIDE("1"));
    expect(readText(root, "src/b.ts")).toBe(odd + WIDE("2").replace(");", "); // why"));
    expect(readText(root, "src/c.ts")).toBe(odd);
    const clean = { idempotent: true, newSyntaxErrors: false, tokensLost: [], commentsLost: [] };
    expect(report.actions.map(({ facts }) => facts)).toMatchObject([
      { ...clean, replacements: 1, additions: 7, deletions: 1 },
      { ...clean, replacements: 1 },
    ]);
  });

  it("fails for one file by name, and the others go on", async () => {
    const { root, report, alerts } = await runCommand(
      formatting(STDIN, WIDEN, { "src/b.ts": "foo(FAIL);\n" }),
    );
    const why = "src/b.ts: the formatter `node` ended with exit code 2: tiny: no thanks.";
    expect([report.exitCode, alerts]).toEqual([1, why]);
    expect(report.skipped).toMatchObject([{ path: "src/b.ts", why: "format-failed" }]);
    expect([readText(root, "src/a.ts"), readText(root, "src/b.ts")]).toEqual([
      WIDE("1"),
      "foo(FAIL);\n",
    ]);
  });
});
