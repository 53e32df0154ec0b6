import { expect, it } from "vitest";
import { compileOp } from "../../src/edit/compile/compile-op.ts";
import { planPasses } from "../../src/edit/plan/plan-passes.ts";

const t = (language: string, text: string, pat: string, out: string) => {
  const c = compileOp({ kind: "pattern", id: "ops[0]", pat, out }, language);
  if (c.kind !== "compiled") throw new Error(JSON.stringify(c));
  const { plan } = planPasses(text, language, [c.op], { passes: 1, editDespiteErrors: true });
  return plan.kind === "edited"
    ? [plan.text, ...plan.losses.map((l) => `${l.kind} ${l.text} @${l.at}`)]
    : plan.kind;
};
it("x", () => {
  const r = [
    t("javascript", "old(a, /* keep */ b);\n", "old($A, $B)", "neu($A, $B)"),
    t(
      "javascript",
      "async function handler(a) { b; }\n",
      "function handler($A) { $$$B }",
      "const handler = ($A) => { $$$B };",
    ),
    t(
      "javascript",
      "var a = require('x');\n[1].map(f);\n",
      "var $A = require($B)",
      "const $A = require($B)",
    ),
    t(
      "javascript",
      "var a = require('x');\nfoo();\n",
      "var $A = require($B)",
      "const $A = require($B)",
    ),
    t(
      "javascript",
      "  wrap(() => {\n    x(`a\n    b`);\n  });\n",
      "wrap(() => { $$$B })",
      "if (true) {\n$$$B\n}",
    ),
    t("javascript", "old(a /* x */, b);\n", "old($A, $B)", "neu($B)"),
    t("javascript", "old({a /* x */}, b);\n", "old($A, $B)", "neu($B)"),
    t("javascript", "old({a /* x */}, b);\n", "old($A, $B)", "neu($A)"),
    t("javascript", "old(1, 2, 3);\n", "old($_, $$$)", "neu()"),
    t("javascript", "x == x;\n", "$A == $A", "true"),
    t("javascript", "x = foo(1) + 2\n", "foo($A)", "bar($A) // todo"),
    t("javascript", "f(a, b,)\n", "f($A, $B)", "g($A, $B)"),
    t("javascript", "// old\nf()\n", "// old", "// new"),
    t("javascript", "old(a, /* keep */ b);\n", "old($A, $B)", "neu(/* keep */ $A, $B)"),
  ];
  console.log(r.map((x) => JSON.stringify(x)).join("\n"));
  expect(1).toBe(1);
});
