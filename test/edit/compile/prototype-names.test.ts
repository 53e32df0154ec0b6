import { describe, expect, test } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { completeRule } from "../../../src/edit/compile/complete-rule.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { scanByBoth } from "../language/scan-by-both.ts";

/** Returns `field: message` of every problem of a rule. */
function problemsOf(document: string): readonly string[] {
  const outcome = compileOp(ruleOpOf(`id: it\n${document}`), "typescript");
  if (outcome.kind !== "invalid") return [];
  return outcome.problems.map(({ field, message }) => `${field.join(".")}: ${message}`);
}

describe.each(["constructor", "toString", "__proto__", "hasOwnProperty"])(
  "the name %s, which every object of JavaScript has, is a name as any other",
  (name) => {
    test("of a transformation, as a call and as a map", () => {
      const document = `rule: { pattern: f($A) }
transform: { T: "${name}($A, x=1)", U: { ${name}: { source: $A } }, V: "replace($A, ${name}=1)" }
fix: x`;
      expect(problemsOf(document)).toEqual([
        expect.stringContaining(`transform.T: there is no transformation \`${name}\``),
        expect.stringContaining(`transform.U.${name}: there is no key \`${name}\` here`),
        expect.stringContaining(`transform.V: \`replace\` has no argument \`${name}\``),
      ]);
    });

    test("of a key", () => {
      const document = `rule: { pattern: f($A), ${name}: 1 }
rewriters: [{ id: r, rule: { kind: number }, fix: x, ${name}: {} }]
fix: { template: x, ${name}: x }`;
      expect(problemsOf(document)).toEqual(
        ["rule", "out", "rewriters.0"].map((place) =>
          expect.stringContaining(`${place}.${name}: there is no key \`${name}\``),
        ),
      );
    });

    test("of an unknown utility rule and of an unknown rewriter", () => {
      const document = `rule: { pattern: f($A), matches: ${name} }
transform: { T: { rewrite: { source: $A, rewriters: [${name}] } } }
fix: $T`;
      expect(problemsOf(document)).toEqual([
        `rule.matches: there is no utility rule \`${name}\``,
        `transform.T: there is no rewriter \`${name}\``,
      ]);
    });

    test("of a variable that may not have this name, and of a constraint", () => {
      const document = `rule: { pattern: f($A) }
constraints: { ${name}: { kind: number } }
transform: { ${name}: { substring: { source: $A } } }
fix: x`;
      expect(problemsOf(document)).toEqual([
        `constraints.${name}: nothing binds \`$${name}\``,
        `transform.${name}: \`${name}\` cannot be the name of a variable`,
      ]);
    });

    test("of a utility rule and of a rewriter", () => {
      const rule = `
rule: { pattern: f($A), matches: ${name} }
utils: { ${name}: { kind: call_expression, not: { has: { matches: u, stopBy: end } } }, u: { regex: ^3$ } }
rewriters: [{ id: ${name}, rule: { kind: number }, fix: n }]
transform: { T: { rewrite: { source: $A, rewriters: [${name}] } } }
fix: g($T)
`;
      const { ours, cli } = scanByBoth(rule, "f([1, a]); f(3)");
      expect(ours).toBe(cli);
      expect(ours).toBe("g([n, a]); f(3)");
    });
  },
);

test("of a key in a language whose patterns are completed, too", () => {
  const document = `
rule: { kind: integer }
rewriters: [{ id: r, rule: { kind: integer }, fix: x, __proto__: {}, toString: 1 }]
fix: x`;
  const { rewriters } = completeRule(ruleOpOf(document), "php");
  expect(Object.entries(rewriters?.[0] ?? {})).toEqual([
    ["id", "r"],
    ["rule", { kind: "integer" }],
    ["fix", "x"],
    ["__proto__", {}],
    ["toString", 1],
  ]);
});
