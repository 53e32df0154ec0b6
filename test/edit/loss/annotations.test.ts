import { expect, it } from "vitest";
import { createGrammars } from "../../../src/edit/language/grammars.ts";
import type { Language } from "../../../src/edit/language/language.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import type { RuleOp } from "../../../src/model/edit.ts";
import { packagesIn, REPOSITORY } from "../../support/grammar-packages.ts";
import { compiledRule } from "../compile/compiled.ts";

createGrammars(packagesIn(REPOSITORY)).readinessOf("python"); // Loads all.

/** Returns the tokens that an op loses. */
function lostBy(language: Language, text: string, op: Omit<RuleOp, "kind" | "id">) {
  const compiled = compiledRule(op, language);
  const { plan } = planPasses(text, language, [compiled], { passes: 1, editDespiteErrors: false });
  if (plan.kind !== "edited") throw new Error(plan.kind);
  return (plan.losses ?? []).map((loss) => loss.text);
}

const NAMED = { regex: "^Old$" };
const MAPPED = { M: { map: { source: "$N", table: { Old: "New" } } } };
const REPLACED = { M: { replace: { source: "$N", replace: "Old", by: "New" } } };

const java = "class A {\n  @Old\n  public void f() {}\n}\n";
const marker = (name: object) => ({ kind: "marker_annotation", has: { field: "name", ...name } });
const python = "@Old\ndef f():\n    pass\n";
const script = "class A {\n  @Old() b() {}\n}\n";
const call = (name: object) => ({
  kind: "decorator",
  has: { kind: "call_expression", has: { field: "function", ...name } },
});

it.each([
  ["java", java, { rule: marker({ pattern: "$N" }), transform: MAPPED, out: "@$M" }],
  ["java", java, { rule: marker({ pattern: "$N" }), out: "@$N(b = 1)" }],
  ["java", java, { rule: marker(NAMED), out: "@New" }],
  ["java", java, { rule: marker(NAMED), out: "@New\n@Other" }],
  [
    "python",
    python,
    { rule: { kind: "decorator", has: { pattern: "$N" } }, transform: MAPPED, out: "@$M" },
  ],
  [
    "python",
    python,
    { rule: { kind: "decorator", has: { kind: "identifier", ...NAMED } }, out: "@new.old" },
  ],
  ["typescript", script, { rule: call({ pattern: "$N" }), transform: REPLACED, out: "@$M()" }],
  ["typescript", script, { rule: call(NAMED), out: "@New()" }],
] as const)("the `@` that `out` writes is not lost: %s, %#", (language, text, op) => {
  expect(lostBy(language, text, op)).not.toContain("`@`");
});

const method = {
  kind: "method_declaration",
  all: [{ has: { field: "name", pattern: "$N" } }, { has: { field: "body", pattern: "$B" } }],
};
const decorated = {
  kind: "decorated_definition",
  has: { field: "definition", has: { field: "name", pattern: "$N" } },
};

it.each([
  ["java", java, { rule: method, out: "@Override public void $N() $B" }],
  ["java", java, { rule: method, out: "public void $N() $B" }],
  ["java", java, { rule: marker({ pattern: "$N" }), out: "$N" }],
  ["java", java, { rule: marker({ pattern: "$N" }), out: '"@" + $N' }],
  ["python", python, { rule: decorated, out: "@other\ndef $N():\n    pass\n" }],
  ["typescript", script, { rule: call({ pattern: "$N" }), out: "$N()" }],
  [
    "java",
    "class A {\n  @B @Old\n  public void f() {}\n}\n",
    {
      rule: {
        kind: "modifiers",
        all: [{ has: marker({ pattern: "$N" }) }, { has: marker(NAMED) }],
      },
      out: "@$N public",
    },
  ],
] as const)("another `@` does not hide one that goes: %s, %#", (language, text, op) => {
  expect(lostBy(language, text, op)).toContain("`@`");
});
