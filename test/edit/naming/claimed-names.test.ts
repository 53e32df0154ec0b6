import { expect, it } from "vitest";
import { compileOp } from "../../../src/edit/compile/compile-op.ts";
import type { MeantNames } from "../../../src/model/edit.ts";
import { planFile } from "../../support/plan-file.ts";

const M = { from: ["m"], export: "a" };
const TEXT = 'import { a } from "m";\na(1);\nb(2);\n';

/** Plans an op that brings `x` of a module beside one that writes another `x`. */
function planned(text: string, meaning: MeantNames[string]) {
  const ops = [
    { pat: "a($A)", out: "x($A)", names: { a: M, x: { from: ["n"], export: "x" } } },
    { pat: "b($A)", out: "x($A)", names: { x: meaning } },
  ].map((op, index) => {
    const written = { kind: "pattern", id: `ops[${index}]`, ...op } as const;
    const outcome = compileOp(written, "javascript");
    if (outcome.kind !== "compiled") throw new Error(JSON.stringify(outcome));
    return outcome.op;
  });
  const plan = planFile(text, "javascript", ops, { editDespiteErrors: false });
  return plan.kind === "edited" ? plan.text : text;
}

it("L9 a name that an op brings takes none that another op says to be global", () => {
  const after = 'import { x as x2 } from "n";\nx2(1);\nx(2);\n';
  expect(planned(TEXT, "global")).toBe(after);
});

it("L9 it takes the name where the other op has no match, and where both mean one export", () => {
  const alone = 'import { a } from "m";\na(1);\n';
  expect(planned(alone, "global")).toBe('import { x } from "n";\nx(1);\n');
  const after = 'import { x } from "n";\nx(1);\nx(2);\n';
  expect(planned(TEXT, { from: ["n"], export: "x" })).toBe(after);
});
