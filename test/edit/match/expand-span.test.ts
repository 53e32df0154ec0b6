import path from "node:path";
import { describe, expect, test } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { scanByBoth } from "../language/scan-by-both.ts";

const COUNT = 5000;

createGrammars([path.resolve(import.meta.dirname, "../../..")]).readinessOf("python");

describe("an expansion searches no further than it has to", () => {
  const items = `[${"a, ".repeat(COUNT)}]`;

  test.each([
    ["expandEnd", "{ regex: ',' }"],
    ["expandEnd", "{ regex: ',', stopBy: end }"],
    ["expandStart", "{ regex: '^,' , stopBy: { kind: identifier } }"],
  ])("%s: %s among thousands of siblings", { timeout: 20_000 }, (key, relation) => {
    const rule = `rule: { pattern: a }\nfix: { template: b, ${key}: ${relation} }\n`;
    const { ours, cli } = scanByBoth(rule, items);
    expect(ours).toBe(cli);
    expect(ours.split("b")).toHaveLength(COUNT + 1);
  });
});

describe("an expansion that finds nothing", () => {
  const text = "foo(1);\n".repeat(2000);

  test.each([
    ["expandEnd", "{ regex: zzz, stopBy: end }"],
    ["expandStart", "{ regex: zzz, stopBy: end }"],
    ["expandEnd", "{ regex: zzz, stopBy: { regex: yyy } }"],
    ["expandEnd", "{ has: { regex: zzz }, stopBy: { has: { regex: yyy } } }"],
  ])(
    "%s: %s asks once, not at every sibling of every match",
    { timeout: 5000 },
    (key, relation) => {
      const rule = `rule: { kind: expression_statement }\nfix: { template: b, ${key}: ${relation} }\n`;
      const { ours, cli } = scanByBoth(rule, text);
      expect(ours).toBe(cli);
    },
  );
});

describe("an expansion at the root, which has no siblings, searches its children as ast-grep does", () => {
  test.each([
    ["ts", "program", "a;\n// c\n", "expandEnd: { kind: comment, stopBy: end }"],
    ["ts", "program", "// c\na;\n", "expandEnd: { kind: comment, stopBy: end }"],
    ["ts", "program", "a;\n// c\nb;\n", "expandEnd: { kind: comment, stopBy: end }"],
    ["ts", "program", "a;\nb;\n// c\n", "expandEnd: { kind: comment, stopBy: { regex: b } }"],
    ["ts", "program", "a;\n// c\n", "expandEnd: { kind: comment }"],
    ["ts", "program", "// c\na;\n", "expandStart: { kind: comment, stopBy: end }"],
    ["py", "module", "a\nb\n# c\n", "expandEnd: { not: { kind: comment }, stopBy: end }"],
    ["py", "module", "\n# c\na\nb\n\n", "expandEnd: { kind: comment, stopBy: end }"],
    ["py", "module", "# c\n\na\nb\n\n", "expandStart: { not: { kind: comment }, stopBy: end }"],
  ])("%s %s %j %s", (extension, kind, text, relation) => {
    const rule = `rule: { kind: ${kind} }\nfix: { template: X, ${relation} }\n`;
    const { ours, cli } = scanByBoth(rule, text, extension);
    expect(ours).toBe(cli);
  });

  test("also with a bound name", () => {
    const rule = `rule: { kind: program, has: { pattern: $A, kind: number, stopBy: end } }
fix: { template: X, expandEnd: { all: [{ has: { pattern: $A, kind: number, stopBy: end } }], stopBy: end } }
`;
    const { ours, cli } = scanByBoth(rule, "f(1);\ng(2);\nh(1);\ni();\n");
    expect(ours).toBe(cli);
  });
});
