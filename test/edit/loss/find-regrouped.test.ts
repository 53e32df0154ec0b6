import { expect, test } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiled } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // loads all

type Op = Parameters<typeof compiled>[0];

/** Returns the texts of the lost tokens. */
function tokensOf(code: string, op: Op, language: Language = "typescript"): readonly string[] {
  const options = { passes: 1, editDespiteErrors: false };
  const { plan } = planPasses(code, language, [compiled(op, language)], options);
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return (plan.losses ?? []).filter(({ kind }) => kind === "token").map(({ text }) => text);
}

const torn: readonly [string, Op, string, Language?][] = [
  ["old(a + b, c);\n", { pat: "old($A, $B)", out: "$A * $B" }, "a + b"],
  ["old(c, a - b);\n", { pat: "old($A, $B)", out: "$A - $B" }, "a - b"],
  ["not(a ? b : c);\n", { pat: "not($A)", out: "!$A" }, "a ? b : c"],
  ["call((x) => x);\n", { pat: "call($F)", out: "$F()" }, "(x) => x"],
  ["f((a, b));\n", { pat: "f(($A))", out: "f($A)" }, "a, b"],
  ["mul(a + b, 2)\n", { pat: "mul($A, $B)", out: "$A * $B" }, "a + b", "python"],
  ["b:\n  c: 1\n  d: 2\n", { pat: "b: $X", out: "q:\n  b: $X", layout: "keep" }, "c: 1…", "yaml"],
];

test.each(torn)(
  "L1: the grouping of a capture that the result takes apart is lost: %j %j",
  (code, op, text, language) => {
    expect(tokensOf(code, op, language)).toEqual([`the grouping of \`${text}\``]);
  },
);

const whole: readonly [string, Op, Language?][] = [
  ["old(a + b, c);\n", { pat: "old($A, $B)", out: "neu($B, $A)" }],
  ["old(a * b, c);\n", { pat: "old($A, $B)", out: "$A + $B" }],
  ["f(a,\n  b,\n);\n", { pat: "f($$$A)", out: "g([$$$A])" }],
  ["f(a && b);\n", { pat: "f($A)", out: "x && $A" }],
  ["f(a && b && c);\n", { pat: "f($A)", out: "x && $A" }],
  ["f(a.b, 'x y');\n", { pat: "f($A, $B)", out: "$A[$B]" }],
  ["f(`a ${b} c`);\n", { pat: "f($A)", out: "g('f($A)', $A)" }],
  ["if (a) {\n  b();\n  c();\n}\n", { pat: "if ($A) { $$$B }", out: "$$$B" }],
  ["if (a) b(1);\n", { pat: "if ($A) $B", out: "if (!($A)) {\n  $B\n}" }],
  ["if x:\n    a(1)\n    b(2)\nc\n", { pat: "if $X:\n    $$$B", out: "$$$B" }, "python"],
  ["fn f() { g(a + b); }\n", { pat: "g($A)", out: "g!($A)" }, "rust"],
  ["b:\n  c: 1\n  d: 2\n", { pat: "b: $X", out: "q: $X" }, "yaml"],
];

test.each(whole)(
  "a capture that the result keeps together loses nothing: %j %j",
  (code, op, language) => {
    expect(tokensOf(code, op, language)).toEqual([]);
  },
);

test("code in a page is asked in its own tree", () => {
  const options = { passes: 1, editDespiteErrors: false };
  const ops = [compiled({ pat: "old($A, $B)", out: "$A * $B" }, "javascript")];
  const page = "<p>é</p>\n<script>\n  old(a + b, c);\n</script>\n";
  const { plan } = planPasses(page, "html", ops, options);
  expect(plan).toMatchObject({ losses: [{ at: page.indexOf("a + b"), kind: "token" }] });
});
