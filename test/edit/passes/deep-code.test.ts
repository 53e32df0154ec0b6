import { expect, it } from "vitest";
import { planFile } from "../../support/plan-file.ts";
import { compiled } from "../compile/compiled.ts";

/** Code so deep that the parser of JavaScript ends the process, around a call that an op replaces. */
const DEEP: Readonly<Record<string, readonly [before: string, after: string]>> = {
  parentheses: ["(".repeat(12_000), ")".repeat(12_000)],
  functions: ["x = function () { ".repeat(3_000), " }".repeat(3_000)],
  templates: [`\`\${`.repeat(6_000), "}`".repeat(6_000)],
  assignments: ["a = ".repeat(12_000), ""],
  labels: ["a: ".repeat(12_000), ""],
  branches: ["if (a) ".repeat(9_000), ""],
  calls: ["", ".b()".repeat(60_000)],
};

it.each(Object.entries(DEEP))(
  "cannot tell how edits are read in very deep %s, and parses them with the engine alone",
  (_, [before, after]) => {
    const text = `!isFn(a);\n${before}isFn(b)${after};\n`;
    const op = compiled({ pat: "isFn($A)", out: "typeof $A === c" }, "javascript");
    const plan = planFile(text, "javascript", [op], { editDespiteErrors: false });
    expect(plan).toMatchObject({
      kind: "edited",
      regrouped: undefined,
      parseErrorsAfter: undefined,
    });
  },
);

it("leaves what would need parentheses in very deep code as it is", () => {
  const text = `!isFn(a);\nx = ${"(".repeat(12_000)}1${")".repeat(12_000)};\n`;
  const op = compiled({ pat: "isFn($A)", out: "typeof $A === c", parens: "auto" }, "javascript");
  const plan = planFile(text, "javascript", [op], { editDespiteErrors: false });
  expect(plan).toMatchObject({ kind: "edited", regrouped: undefined });
});

it.each(Object.entries(DEEP).slice(0, 3))(
  "cannot tell so beside an error of the grammar, too: %s",
  (_, [before, after]) => {
    const text = `!isFn(a);\n${before}isFn(b)${after};\nlet = = 1;\n`;
    const op = compiled({ pat: "isFn($A)", out: "typeof $A === c" }, "javascript");
    const plan = planFile(text, "javascript", [op], { editDespiteErrors: true });
    expect(plan).toMatchObject({ kind: "edited", regrouped: undefined });
  },
);
