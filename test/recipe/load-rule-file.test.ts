import { describe, expect, it } from "vitest";
import { loadRuleFile } from "../../src/recipe/load-rule-file.ts";

const rule = (more: string) =>
  `id: a\nlanguage: js\nrule: { pattern: foo($A) }\nfix: bar($B)\n${more}`;

describe("a rule file of ast-grep", () => {
  it.each([
    ["transform:\n  B: { map: { source: $A, table: { x: y } } }\n", "6:8"],
    [
      "rewriters:\n  - id: r\n    rule: { pattern: $A }\n    transform: { B: { map: { source: $A, table: { x: y } } } }\n    fix: $B\n",
      "8:23",
    ],
  ])("must not have a `map`, which only recipes have: %s", (more, place) => {
    const { loaded, diagnostics } = loadRuleFile(rule(more), "rules/a.yml");
    const told = diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
    expect(loaded).toEqual([]);
    expect(told).toEqual([
      `${place} ast-grep has no transformation \`map\`, and would refuse this file.`,
    ]);
  });

  it("may have each transformation of ast-grep", () => {
    const more = "transform:\n  B: { replace: { source: $A, replace: x, by: map } }\n";
    const { loaded, diagnostics } = loadRuleFile(rule(more), "rules/a.yml");
    expect([loaded.length, diagnostics]).toEqual([1, []]);
  });
});
