import { expect, it } from "vitest";
import { loadRecipe } from "../../../src/recipe/load-recipe.ts";

function faultsOf(op: string, step = "") {
  const text = `version: 1\nsteps:\n  - ast_edit: { ops: [${op}]${step} }\n`;
  const { diagnostics } = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
  return diagnostics.map(({ message }) => message).join("\n");
}

it.each([
  ["{ pat: f($A), out: g, names: { h: local } }", "neither in a pattern nor in `out`"],
  ["{ pat: f($A), out: g, names: { f: nothing } }", "`local`, `global`, `parameter`"],
  ["{ pat: f($A), out: g, names: { f: { from: [], export: f } } }", "names.f"],
  ["{ pat: f($A), out: g, names: { f: util } }", "a module is `{ from: util, export: NAME }`"],
  ["{ pat: f($A), out: g, names: { f: { from: util, exports: f } } }", "and has `exports`"],
  ["{ pat: f($A), out: g, keepImports: true }", "without `names`"],
  ["{ rename: { name: a, to: b }, out: c }", "cannot stand beside `rename`"],
  ["{ rename: { name: a, to: class } }", "reserved word"],
  ["{ rule: { kind: call_expression, regex: ^f }, out: g, names: { f: local } }", "in a pattern"],
  ["{ rule: { not: { pattern: f($A) } }, out: g, names: { f: local } }", "under `not`"],
  [
    "{ rule: { matches: u }, utils: { u: { pattern: f() } }, out: g, names: { h: local } }",
    "neither in a pattern nor in `out`",
  ],
])("L8 refuses at load: %s", (op, expected) => {
  expect(faultsOf(op)).toContain(expected);
});

it.each([
  [
    "ops: [{ pat: f($A), out: g }], names: { ff: local }",
    "stands neither in a pattern nor in `out`",
  ],
  [
    "ops: [{ pat: gf($A), out: g }], names: { f: local }",
    "stands neither in a pattern nor in `out`",
  ],
  ["ops: [{ rule: { not: { pattern: f() } }, out: g }], names: { f: local }", "under `not`"],
])("L8 refuses the names of a step: %s", (step, expected) => {
  const text = `version: 1\nsteps:\n  - ast_edit: { ${step} }\n`;
  const { diagnostics } = loadRecipe(text, "r.yaml", { kind: "values", values: {} });
  expect(diagnostics.map(({ message }) => message).join("\n")).toContain(expected);
});

it.each<[yaml: string, hint: string]>([
  ["names: { f: local }\nsteps: []", "Write `names` in `ast_edit`."],
  ["rename: { name: a, to: b }\nsteps: []", "Write `rename` on an op, below `ops` of `ast_edit`."],
  ["steps: [{ names: { f: local } }]", "Write `names` in `ast_edit`."],
  ["steps: [{ rename: {} }]", "Write `rename` on an op, below `ops` of `ast_edit`."],
  [
    "steps: [{ ast_edit: { keepImports: true } }]",
    "Write `keepImports` on an op, below `ops` of `ast_edit`.",
  ],
  ["steps: [{ ast_edit: { ops: [{ pat: a, outt: b }] } }]", "Did you mean"],
  ["steps: [{ ast_edit: { path: a } }]", "Did you mean `paths`?"],
])("L8 tells where a key stands: %s", (yaml, hint) => {
  const { diagnostics } = loadRecipe(`version: 1\n${yaml}\n`, "r.yaml", {
    kind: "values",
    values: {},
  });
  const unknown = diagnostics.find(({ code }) => code === "unknown-key");
  expect(unknown?.hint).toContain(hint);
});

it("L8 takes `names` and `rename`", () => {
  expect(faultsOf("{ pat: f($A), out: g, names: { f: local } }")).toBe("");
  expect(faultsOf("{ rename: { name: a, to: b, kind: type } }")).toBe("");
  const utils = "utils: { u: { pattern: f($A) } }";
  expect(faultsOf(`{ rule: { matches: u }, ${utils}, out: g, names: { f: local } }`)).toBe("");
  expect(faultsOf("{ pat: f($A), out: g, keepImports: true }", ", names: { f: local }")).toBe("");
});
