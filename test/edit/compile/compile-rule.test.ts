import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { ToolError } from "../../../src/model/tool-error.ts";
import { engineVersion } from "../../../src/shared/engine-version.ts";
import { planFile } from "../../support/plan-file.ts";
import { ruleOpOf } from "../../support/rule-op.ts";
import { compiledRule } from "./compiled.ts";

/** Returns `field: message` of every problem of a rule. */
function problemsOf(document: string): readonly string[] {
  const outcome = compileOp(ruleOpOf(`id: it\n${document}`), "typescript");
  if (outcome.kind !== "invalid") return [];
  return outcome.problems.map(({ field, message }) => `${field.join(".")}: ${message}`);
}

const rewriter = "{ id: r, rule: { pattern: g($X) }, fix: h($X) }";

describe("compileRule names the problems of a rule, with their places (A24)", () => {
  test.each<[string, string, string[]]>([
    [
      "a pattern whose tree has an error",
      "rule: { any: [{ pattern: 'ok()' }, { pattern: 'foo(' }] }\nfix: x",
      ["rule.any.1.pattern: `foo(` is not valid typescript"],
    ],
    [
      "a selector that is not in the pattern",
      "rule: { pattern: { context: 'f($A)', selector: if_statement } }\nfix: x",
      ["rule.pattern.selector: the selector `if_statement` matches nothing in `f($A)`"],
    ],
    [
      "a kind that the language does not have",
      "rule: { kind: call_expresion }\nfix: x",
      [
        "rule.kind: `call_expresion` is not a syntax kind of typescript: Kind `call_expresion` is invalid.",
      ],
    ],
    [
      "a regex that does not compile, in a constraint too",
      "rule: { pattern: f($A), regex: '(' }\nconstraints: { A: { regex: '[' } }\nfix: x",
      [
        "rule.regex: the regular expression does not compile: unclosed group",
        "constraints.A.regex: the regular expression does not compile: unclosed character class",
      ],
    ],
    [
      "a look-around, which Rust's expressions do not know",
      "rule: { kind: number, regex: '(?=1)' }\nfix: x",
      [
        "rule.regex: the regular expression does not compile: look-around, including look-ahead and look-behind, is not supported",
      ],
    ],
    [
      "a field that the language does not have",
      "rule: { kind: pair, has: { kind: number, field: valeu } }\nfix: x",
      ["rule.has.field: typescript has no field `valeu`"],
    ],
    [
      "an nthChild that is none",
      "rule: { kind: number, nthChild: 2q }\nfix: x",
      ["rule.nthChild: `nthChild` is not valid: Illegal character q encountered"],
    ],
    [
      "unknown keys at every depth",
      `rule: { pattern: f($A), inside: { kind: program, stopby: end } }
constraints: { A: { kid: number } }
utils: { u: { kind: number, not: { rexeg: x } } }
transform: { T: { replace: { source: $A, regex: a, by: b } } }
rewriters: [{ id: r, rule: { kind: number }, fix: { template: x, expandStrat: { kind: number } }, message: m }]
fix: { template: x, expend: {} }`,
      [
        "rule.inside.stopby: there is no key `stopby` here in ast-grep 0.51",
        "constraints.A.kid: there is no key `kid` here in ast-grep 0.51",
        "constraints.A: the rule is empty",
        "utils.u.not.rexeg: there is no key `rexeg` here in ast-grep 0.51",
        "utils.u.not: the rule is empty",
        "transform.T.replace.regex: there is no key `regex` here in ast-grep 0.51",
        "out.expend: there is no key `expend` here in ast-grep 0.51",
        "rewriters.0.message: there is no key `message` here in ast-grep 0.51",
        "rewriters.0.fix.expandStrat: there is no key `expandStrat` here in ast-grep 0.51",
      ],
    ],
    [
      "tables of transforms that are none",
      `rule: { pattern: f($A) }
transform:
  T: { map: { source: $A, table: [a] } }
  U: { map: { source: $A, table: {} } }
  V: { map: { source: $A, table: { a: 1 }, otherwise: x } }
  W: { map: { source: $B, table: { a: b } } }
  X: { map: { source: $A, table: { a: b }, default: 1 } }
fix: x`,
      [
        "transform.T.map.table: `table` must be a map of texts: `{ old: new }`",
        "transform.U.map.table: `table` must be a map with at least one text",
        "transform.V.map.otherwise: there is no key `otherwise` here in ast-grep 0.51",
        "transform.X.map.default: `default` must be a text",
        "transform.W: `W` is made from `$B`, which nothing binds",
      ],
    ],
    [
      "a transform of an unknown variable",
      "rule: { pattern: f($A) }\ntransform: { T: { replace: { source: $B, replace: a, by: b } } }\nfix: $T",
      ["transform.T: `T` is made from `$B`, which nothing binds"],
    ],
    [
      "transforms that go round in circles",
      `rule: { pattern: f($A) }
transform: { T: { substring: { source: $U } }, U: { substring: { source: $T } } }
fix: $T`,
      ["transform.T: `T` is made from itself"],
    ],
    [
      "a transform with the name of a capture",
      "rule: { pattern: f($A) }\ntransform: { A: { substring: { source: $A } } }\nfix: $A",
      ["transform.A: `A` is bound by the rule already", "transform.A: `A` is made from itself"],
    ],
    [
      "a transform with a wrong value, in both forms",
      `rule: { pattern: f($A) }
transform:
  T: { convert: { source: $A, toCase: titleCase } }
  U: replace($A, replace='(', by='')
  V: shout($A, loud=true)
  W: substring($A, start=1)
fix: $T$U`,
      [
        "transform.V: there is no transformation `shout`: replace, substring, convert, rewrite",
        "transform.W: `substring` has no argument `start`: startChar, endChar",
        "transform.T: `T`: `toCase` must be one of lowerCase, upperCase, capitalize, camelCase, snakeCase, kebabCase, pascalCase",
        "transform.U: `U`: the regular expression does not compile: unclosed group",
      ],
    ],
    [
      "metavariables in the fix that nothing binds",
      "rule: { pattern: 'f($A, $$$B)' }\nfix: $C $$$A $B $A $$$B",
      [
        "out: `$C` is used here, but nothing binds it",
        "out: `$$$A` is used here, but nothing binds it",
        "out: `$B` is used here, but nothing binds it",
      ],
    ],
    [
      "an unknown utility rule",
      "rule: { kind: number, matches: isSmal }\nutils: { isSmall: { regex: ^.$ } }\nfix: x",
      ["rule.matches: there is no utility rule `isSmal`"],
    ],
    [
      "utility rules that refer to each other in a circle",
      "rule: { kind: number, matches: a }\nutils: { a: { matches: b }, b: { matches: a } }\nfix: x",
      ["utils.a: the utility rule `a` refers to itself without end"],
    ],
    [
      "a constraint that is about nothing, or about many nodes",
      "rule: { pattern: f($$$A) }\nconstraints: { A: { kind: number }, B: { kind: number } }\nfix: x",
      [
        "constraints.A: `$$$A` stands for many nodes, and a constraint is about one",
        "constraints.B: nothing binds `$B`",
      ],
    ],
    [
      "an unknown rewriter",
      `rule: { pattern: f($A) }
rewriters: [${rewriter}]
transform: { T: { rewrite: { source: $A, rewriters: [r, s] } } }
fix: $T`,
      ["transform.T: there is no rewriter `s`"],
    ],
    [
      "what a rewriter does not see",
      `rule: { pattern: "f($A, $$$B)" }
rewriters: [{ id: r, rule: { pattern: "g($$$B)" }, fix: "$A $T $$$B" }]
transform: { T: { substring: { source: $A } }, U: { rewrite: { source: $A, rewriters: [r] } } }
fix: $U`,
      [
        "rewriters.0.fix: `$T` is used here, but nothing binds it",
        "rewriters.0.rule: `$$$B` is bound by the rule, too, so this would match only equal nodes",
      ],
    ],
    [
      "a rule that matches nodes of any kind",
      "rule: { regex: foo }\nfix: x",
      ["rule: the rule does not say which kinds of nodes it matches"],
    ],
    [
      "values of the wrong type",
      "rule: { all: {}, kind: 1, not: x }\nfix: [{ template: x }]",
      [
        "rule.all: `all` must be a list of rules",
        "rule.kind: `kind` must be a text",
        "rule.not: `not` must be a rule: a map",
        "out.0: `0` must be a map with a `title`, as one of several",
      ],
    ],
  ])("%s", (_title, document, expected) => {
    expect([...problemsOf(document)].sort()).toEqual([...expected].sort());
  });

  it("says what to do about a name that is nearly right", () => {
    const outcome = compileOp(
      ruleOpOf("id: it\nrule: { kind: pair, inside: { knid: object } }\nfix: $ARG"),
      "typescript",
    );
    expect(outcome.kind === "invalid" && outcome.problems.map(({ hint }) => hint)).toContain(
      "Did you mean `kind`?",
    );
  });

  it("leaves an op alone whose language is another one", () => {
    const op = ruleOpOf("id: it\nlanguage: css\nrule: { kind: declaration }\nfix: x");
    expect(compileOp(op, "typescript")).toEqual({ kind: "other-language" });
    expect(compileOp(op, "css").kind).toBe("compiled");
  });

  it("is plain data when it is ready: it may go to a worker", () => {
    const op = compiledRule(
      ruleOpOf(`id: it
rule: { pattern: f($A) }
rewriters: [${rewriter}]
transform: { T: { rewrite: { source: $A, rewriters: [r] } } }
fix: { template: $T, expandEnd: { kind: number } }`),
    );
    expect(structuredClone(op)).toEqual(op);
  });

  it("reads the rule format of the engine that is installed", () => {
    const require = createRequire(import.meta.url);
    const manifest = parse(readFileSync(require.resolve("@ast-grep/napi/package.json"), "utf8"));
    expect(manifest.version).toMatch(new RegExp(`^${engineVersion.replace(".", "\\.")}\\.`));
  });
});

describe("rewriters that would never end", () => {
  it("are stopped with an error that names one of them, although ast-grep overflows its stack", () => {
    const op = compiledRule(
      ruleOpOf(`id: it
rule: { pattern: f($A) }
rewriters:
  - { id: ping, rule: { kind: number, pattern: $X }, transform: { N: { rewrite: { source: $X, rewriters: [pong] } } }, fix: $N }
  - { id: pong, rule: { kind: number, pattern: $X }, transform: { N: { rewrite: { source: $X, rewriters: [ping] } } }, fix: $N }
transform: { T: { rewrite: { source: $A, rewriters: [ping] } } }
fix: k($T)`),
    );
    const plan = () => planFile("f('a'); f(1)", "typescript", [op], { editDespiteErrors: false });
    expect(plan).toThrow(ToolError);
    expect(plan).toThrow("The rewriter `ping` rewrites its own result, without end.");
  });

  it("may nest as deeply as the code does", () => {
    const op = compiledRule(
      ruleOpOf(`id: it
rule: { pattern: f($A) }
rewriters: [{ id: list, rule: { pattern: "[$X]" }, transform: { N: { rewrite: { source: $X, rewriters: [list] } } }, fix: "($N)" }]
transform: { T: { rewrite: { source: $A, rewriters: [list] } } }
fix: k($T)`),
    );
    const depth = 40;
    const text = `f(${"[".repeat(depth)}x${"]".repeat(depth)})`;
    const plan = planFile(text, "typescript", [op], { editDespiteErrors: false });
    expect(plan).toMatchObject({ text: `k(${"(".repeat(depth)}x${")".repeat(depth)})` });
  });

  it("may not reach out of the code that they rewrite", () => {
    const op = compiledRule(
      ruleOpOf(`id: it
rule: { pattern: f($$$A) }
rewriters: [{ id: r, rule: { kind: number }, fix: { template: n, expandEnd: { regex: "[)]" } } }]
transform: { T: { rewrite: { source: $$$A, rewriters: [r] } } }
fix: k($T)`),
    );
    const plan = () => planFile("f(1)", "typescript", [op], { editDespiteErrors: false });
    expect(plan).toThrow(
      "`T`: a rewriter with expandStart or expandEnd reaches out of what it rewrites.",
    );
  });
});
