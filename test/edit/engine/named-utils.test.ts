import { expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import type { RuleOp } from "../../../src/model/edit.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { planFile } from "../../support/plan-file.ts";

type Parts = Partial<RuleOp> & Pick<RuleOp, "rule">;

const FROM_M = { old: { from: ["m"], export: "old" } };
const SAYS_OLD = { u: { pattern: "old($A)" } };

function outcomeOf(parts: Parts) {
  const op: RuleOp = {
    kind: "rule",
    id: "r",
    out: "x",
    keepImports: true,
    names: FROM_M,
    ...parts,
  };
  return { op, outcome: compileOp(op, "javascript") };
}

async function edited(parts: Parts, text: string) {
  const { op, outcome } = outcomeOf(parts);
  await loadAsked(ALL_FACTS, [op]);
  if (outcome.kind !== "compiled") throw new Error(JSON.stringify(outcome));
  const plan = planFile(text, "javascript", [outcome.op], { editDespiteErrors: false });
  return plan.kind === "edited" ? plan.text : text;
}

it.each<[string, Parts]>([
  ["alone", { rule: { matches: "u" }, utils: SAYS_OLD }],
  ["beside other keys", { rule: { kind: "call_expression", matches: "u" }, utils: SAYS_OLD }],
  [
    "through another",
    { rule: { matches: "v" }, utils: { ...SAYS_OLD, v: { any: [{ matches: "u" }] } } },
  ],
])("L8 judges names of utility rules in the place where they are used: %s", async (_, parts) => {
  const imported = 'import { old as o } from "m";\n';
  expect(await edited(parts, `${imported}o(1);\n`)).toBe(`${imported}x;\n`);
  const other = `${imported}function f(old) { old(1); }\n`;
  expect(await edited(parts, other)).toBe(other);
});

it("L8 judges each place of a name of a utility rule that is used twice", async () => {
  const rule = { all: [{ matches: "u" }, { inside: { matches: "u", stopBy: "end" } }] };
  const text = (inner: string) => `import { old, old as o } from "m";\nold(() => { ${inner} });\n`;
  const parts = { rule, utils: { u: { pattern: "old($$$)" } } };
  expect(await edited(parts, text("o(1);"))).toBe(text("x;"));
  const shadowed = 'import { old } from "m";\nfunction f(old) { old(g(() => old(1))); }\n';
  expect(await edited(parts, shadowed)).toBe(shadowed);
});

it.each<[string, Parts]>([
  ["under `not`", { rule: { pattern: "f($A)", not: { matches: "u" } }, utils: SAYS_OLD }],
  [
    "in a constraint",
    { rule: { pattern: "f($A)" }, constraints: { A: { matches: "u" } }, utils: SAYS_OLD },
  ],
  [
    "in itself",
    {
      rule: { matches: "u" },
      utils: { u: { any: [{ pattern: "old()" }, { has: { matches: "u" } }] } },
    },
  ],
  [
    "of the project",
    { rule: { matches: "u" }, globalUtils: [{ id: "u", language: "js", rule: SAYS_OLD.u }] },
  ],
])("L8 refuses a utility rule whose names cannot be judged: %s", (_, parts) => {
  const { outcome } = outcomeOf(parts);
  expect(outcome).toMatchObject({
    problems: [{ field: ["names"], message: expect.stringContaining("cannot be judged") }],
  });
});

it("L8 finds an alternative although the file lacks the names of others", async () => {
  const names = { ...FROM_M, other: { from: ["n"], export: "other" } };
  const rule = { any: [{ pattern: "old($A)" }, { pattern: "other($A)" }] };
  const imported = 'import { old as o } from "m";\n';
  expect(await edited({ rule, names }, `${imported}o(1);\n`)).toBe(`${imported}x;\n`);
});
