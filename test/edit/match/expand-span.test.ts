import path from "node:path";
import { describe, expect, test } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { packagesIn } from "../../support/grammar-packages.ts";
import { scanByBoth } from "../language/scan-by-both.ts";

createGrammars(packagesIn(path.resolve(import.meta.dirname, "../../.."))).readinessOf("python");

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
