import { expect, test } from "vitest";
import { TabIndentation } from "../../../src/edit/replacement/tab-indentation.ts";
import { planFile } from "../../support/plan-file.ts";
import { compiled, compiledRule } from "../compile/compiled.ts";

const after = (text: string, op: ReturnType<typeof compiled>) => {
  const plan = planFile(text, "typescript", [op], { editDespiteErrors: false });
  return plan.kind === "edited" ? plan.text : plan.kind;
};

test.each([
  {
    title: "the lines that `out` begins get the tabs of the match",
    text: "{\n\told(1);\n}\n",
    op: compiled({ pat: "old($A)", out: "a(\n  $A,\n\n    2\n)" }),
    result: "{\n\ta(\n\t\t1,\n\n\t\t\t2\n\t);\n}\n",
  },
  {
    title: "a capture that stays at its column keeps its lines",
    text: "{\n\told(() => {\n\t\tx(`\nraw`);\n\t});\n}\n",
    op: compiled({ pat: "old($A)", out: "fresh($A)" }),
    result: "{\n\tfresh(() => {\n\t\tx(`\nraw`);\n\t});\n}\n",
  },
  {
    title: "a capture moves to the column of its variable",
    text: "{\n\told(() => {\n\t\tx();\n\t});\n}\n",
    op: compiled({ pat: "old($A)", out: "a(\n    $A\n)" }),
    result: "{\n\ta(\n\t\t() => {\n\t\t\tx();\n\t\t}\n\t);\n}\n",
  },
  {
    title: "what a transformation makes moves, too",
    text: "{\n\told(() => {\n\t\tx();\n\t});\n}\n",
    op: compiledRule({
      rule: { pattern: "old($A)" },
      transform: { B: { replace: { source: "$A", replace: "x", by: "y" } } },
      out: "a(\n  $B\n)",
    }),
    result: "{\n\ta(\n\t\t() => {\n\t\t\ty();\n\t\t}\n\t);\n}\n",
  },
  {
    title: "with CRLF, a multi-line `out` has no other line ends",
    text: "{\r\n\told(1);\r\n}\r\n",
    op: compiled({ pat: "old($A)", out: "a(\n  $A\n)" }),
    result: "{\r\n\ta(\r\n\t\t1\r\n\t);\r\n}\r\n",
  },
  {
    title: "also where spaces indent",
    text: "{\r\n  old(1);\r\n}\r\n",
    op: compiled({ pat: "old($A)", out: "a(\n  $A\n)" }),
    result: "{\r\n  a(\r\n    1\r\n  );\r\n}\r\n",
  },
  {
    title: "a file with both line ends gets those of `out`",
    text: "{\r\n  old(1);\n}\r\n",
    op: compiled({ pat: "old($A)", out: "a(\n  $A\n)" }),
    result: "{\r\n  a(\n    1\n  );\n}\r\n",
  },
  {
    title: "tabs of `out` stay",
    text: "{\n\told(() => {\n\t\tx();\n\t});\n}\n",
    op: compiled({ pat: "old($A)", out: "a(\n\t$A\n)" }),
    result: "{\n\ta(\n\t\t() => {\n\t\t\tx();\n\t\t}\n\t);\n}\n",
  },
  {
    title: "nothing indents the match, but tabs do the lines in it",
    text: "function f() {\n\tif (x) {\n\t\ty();\n\t}\n}\n",
    op: compiled({ pat: "function $F() { $$$B }", out: "const $F = () => {\n  $$$B\n};" }),
    result: "const f = () => {\n\tif (x) {\n\t\ty();\n\t}\n};\n",
  },
  {
    title: "nothing indents the match, but tabs do other lines of the file",
    text: "/**\n * It is old.\n */\nold(1);\nif (x) {\n\ty();\n}\n",
    op: compiled({ pat: "old($A)", out: "a(\n  $A\n)" }),
    result: "/**\n * It is old.\n */\na(\n\t1\n);\nif (x) {\n\ty();\n}\n",
  },
  {
    title: "two spaces indent the first line, and tabs another",
    text: "if (x) {\n  y();\n\tz();\n}\nold(1);\n",
    op: compiled({ pat: "old($A)", out: "a(\n  $A\n)" }),
    result: "if (x) {\n  y();\n\tz();\n}\na(\n  1\n);\n",
  },
])("$title", ({ text, op, result }) => {
  expect(after(text, op)).toBe(result);
});

test("code that moves by tabs is still looked for in the result", () => {
  const text = "{\n\told(a ? {\n\t\tb,\n\t} : c);\n}\n";
  const op = compiled({ pat: "old($A)", out: "x(\n  $A + 1\n)" });
  const plan = planFile(text, "typescript", [op], { editDespiteErrors: false });
  expect(plan).toMatchObject({ kind: "edited", regrouped: [{ kind: "grouping" }] });
});

test("a template may have 200,000 lines", () => {
  const indentation = new TabIndentation("\t", ["\n  a".repeat(200_000)]);
  expect(indentation.ofText("\n    b")).toBe("\n\t\t\tb");
});
