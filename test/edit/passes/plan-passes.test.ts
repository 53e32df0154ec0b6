import { expect, test } from "vitest";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { compiled } from "../compile/compiled.ts";

test("a pass that left syntax errors is reported as that, even if one more would take it back", () => {
  const ops = [
    compiled({ id: "one", pat: "a($A)", out: "b($A" }),
    compiled({ id: "two", pat: "b($A)", out: "a($A)" }),
  ];
  const options = { passes: 4, editDespiteErrors: false };
  for (const out of ["b($A", "b($A "]) {
    const broken = [compiled({ id: "one", pat: "a($A)", out }), ...ops.slice(1)];
    expect(planPasses("a(1);\n", "typescript", broken, options).outcome).toBe("syntax-errors");
  }
});

test("ops that take each other back go round in circles", () => {
  const ops = [
    compiled({ pat: "a($A)", out: "b($A)" }),
    compiled({ id: "x", pat: "b($A)", out: "a($A)" }),
  ];
  const options = { passes: 4, editDespiteErrors: false };
  expect(planPasses("a(1);\n", "typescript", ops, options).outcome).toBe("cycle");
});

test("one pass that makes too much is refused too", () => {
  const long = [compiled({ pat: "f($A)", out: `g("${"x".repeat(1_000_000)}", $A)` })];
  const once = () =>
    planPasses("f(1);\n".repeat(200), "typescript", long, { passes: 1, editDespiteErrors: false });
  expect(once).toThrow("more than 50000000 characters");
});
