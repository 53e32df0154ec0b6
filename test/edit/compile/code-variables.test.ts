import { expect, test } from "vitest";
import { findCodeVariables } from "../../../src/edit/compile/code-variables.ts";
import type { CompiledOp } from "../../../src/edit/compile/compiled-op.ts";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import { keptText as writeKept } from "../../../src/edit/match/kept-text.ts";
import { provideLayout } from "../../../src/edit/match/ready-layout.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { compiled, compiledRule } from "./compiled.ts";

provideLayout(writeKept);

createGrammars(packagesIn(REPOSITORY)).readinessOf("ruby"); // Loads all.

const patternOp = (pat: string) => ({ kind: "pattern", id: "a", pat, out: "" }) as const;

function planOf(op: CompiledOp, text: string) {
  return planPasses(text, op.language, [op], { passes: 1, editDespiteErrors: false }).plan;
}

function edit(op: CompiledOp, text: string): string {
  const plan = planOf(op, text);
  return plan.kind === "edited" ? plan.text : text;
}

test.each([
  ["ruby", "$LOAD_PATH << $A", ["LOAD_PATH"]],
  ["ruby", "puts($PROGRAM_NAME, $A)", ["PROGRAM_NAME"]],
  ["ruby", "$$$$LOAD_PATH << $A", []],
  ["ruby", "$NAME << $A", []],
  ["bash", "cd $HOME", ["HOME"]],
  ["bash", 'cp "$HOME/$A" $PWD', ["HOME", "PWD"]],
  ["bash", "cd '$HOME'", []],
  ["bash", "cd $$$$HOME $_HOME $HOMES", []],
  ["typescript", "f($HOME, $LOAD_PATH, $_GET)", []],
])("in %s, `%s` has metavariables with the names of variables: %j", (language, pat, names) => {
  const found = findCodeVariables(patternOp(pat), language);
  expect(found.map(({ name }) => name)).toEqual(names);
  for (const { field } of found) expect(field).toEqual(["pat"]);
});

test("in a rule, one that a constraint or a transformation names is meant as a metavariable", () => {
  const op = ruleOpOf(`
rule: { any: [{ pattern: "cd $HOME" }, { pattern: "ls $PWD" }, { pattern: "cp $PATH $OLDPWD" }] }
constraints: { PWD: { regex: a } }
transform: { X: { substring: { source: $PATH, startChar: 1 } } }
fix: ""`);
  expect(findCodeVariables(op, "bash")).toEqual([
    { name: "HOME", field: ["rule", "any", 0, "pattern"] },
    { name: "OLDPWD", field: ["rule", "any", 2, "pattern"] },
  ]);
});

test("L1 a match in which such a metavariable took other code loses it", () => {
  const op = compiled({ pat: "cd $HOME", out: 'cd "$HOME"' }, "bash");
  const text = "cd $HOME\ncd /tmp\n";
  expect(planOf(op, text)).toMatchObject({
    text: 'cd "$HOME"\ncd "/tmp"\n',
    losses: [{ kind: "token", text: "`cd /tmp`", at: text.indexOf("cd /tmp") }],
  });
  const rule = compiledRule({ rule: { pattern: "$LOAD_PATH << $A" }, out: "f($A)" }, "ruby");
  expect(planOf(rule, "$LOAD_PATH << 1\n")).toMatchObject({ losses: [] });
  expect(planOf(rule, "x << 1\n")).toMatchObject({ losses: [{ kind: "token" }] });
});

test.each([
  ["bash", "cd $$$$HOME", 'cd "$$$$HOME"', "cd $HOME\ncd /tmp\n", 'cd "$HOME"\ncd /tmp\n'],
  ["bash", '"$$$$HOME/bin"', '"$$$$HOME/s"', 'a "$HOME/bin" "$A/bin"\n', 'a "$HOME/s" "$A/bin"\n'],
  ["bash", "$$$$HOME", "$$$$PWD", 'cd $HOME; echo "$HOME"\n', 'cd $PWD; echo "$PWD"\n'],
  ["bash", "cp $$$$HOME $$$$HOME", "x", "cp $HOME $HOME; cp $HOME $PWD\n", "x; cp $HOME $PWD\n"],
  ["bash", "cp $$$$HOME $A", "mv $A", "cp $HOME $HOME; cp $B $C\n", "mv $HOME; cp $B $C\n"],
  ["ruby", "$$$$LOAD_PATH << $A", "add($A)", "$LOAD_PATH << 1\nx << 1\n", "add(1)\nx << 1\n"],
  ["typescript", "f($$$$HOME)", "g($$$$HOME, 1)", "f($HOME); f(a)", "g($HOME, 1); f(a)"],
  ["typescript", '"$$$$A $$$$b"', '"$$$$B"', '"$A $b"; "c d"', '"$A $b"; "c d"'],
  ["typescript", '"a $$$$A"', '"$$$$B"', '"a $A"; "c d"', '"$B"; "c d"'],
  ["typescript", "f($$$$Home, $A)", "g($A)", "f($Home, 1); f(a, 1)", "g(1); f(a, 1)"],
  ["python", 'f("$$$$HOME")', 'g("$$$$HOME")', 'f("$HOME")\nf("a")\n', 'g("$HOME")\nf("a")\n'],
])("%s: `%s` → `%s` is about this code alone", (language, pat, out, text, expected) => {
  expect(edit(compiled({ pat, out }, language), text)).toBe(expected);
  const rule = { pattern: pat };
  expect(edit(compiledRule({ rule, out }, language), text)).toBe(expected);
  expect(edit(compiled({ pat, out, layout: "keep" }, language), text)).toBe(expected);
});

test.each([
  ['{ pattern: "f($A)", not: { pattern: "f($$$$HOME)" } }', "x; x; x; f($HOME);"],
  ['{ pattern: "f($A)", has: { pattern: $$$$B, stopBy: end } }', "f(a); f(g($C)); x; f($HOME);"],
  ['{ pattern: "f($A)", has: { pattern: "g($$$$C)" , stopBy: end } }', "f(a); x; f($B); f($HOME);"],
  ['{ pattern: "f($A)", matches: home }', "f(a); f(g($C)); f($B); x;"],
  ['{ all: [{ pattern: "f($A)" }, { pattern: "f($$$$HOME)" }] }', "f(a); f(g($C)); f($B); x;"],
])("each part of a rule may have it: %s", (rule, expected) => {
  const op = ruleOpOf(`
rule: ${rule}
utils: { home: { has: { pattern: $$$$HOME, stopBy: end } } }
fix: x`);
  expect(edit(compiledRule(op, "typescript"), "f(a); f(g($C)); f($B); f($HOME);")).toBe(expected);
});

test("constraints and rewriters may have it, and `out` keeps a bound `$$$A` behind a dollar", () => {
  const constrained = ruleOpOf(`
rule: { pattern: f($A) }
constraints: { A: { pattern: $$$$HOME } }
fix: $$$$B`);
  expect(edit(compiledRule(constrained, "typescript"), "f(1); f($HOME);")).toBe("f(1); $B;");
  const rewriting = ruleOpOf(`
rule: { pattern: f($$$A) }
transform: { B: { rewrite: { source: $$$A, rewriters: [r], joinBy: "," } } }
rewriters: [{ id: r, rule: { pattern: g($$$$HOME) }, fix: $$$$PWD }]
fix: h($B, $$$$A)`);
  const text = "f(g($HOME), g(1));";
  expect(edit(compiledRule(rewriting, "typescript"), text)).toBe("h($PWD, $g($HOME), g(1));");
});

test("it is refused in a longer token where the grammar has no dollar, and messages name what was written", () => {
  expect(() => compiled({ pat: '"a $$$$HOME"', out: "" }, "python")).toThrow(/longer token/);
  expect(() => compiled({ pat: "f($$$$HOME) g()", out: "" }, "typescript")).toThrow(
    /^pat: `f\(\$\$\$\$HOME\) g\(\)` is/,
  );
  expect(() => compiled({ pat: "f($$$$HOME)", out: "$HOME" }, "typescript")).toThrow(
    /does not bind/,
  );
});
