import { expect, test } from "vitest";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { compiled } from "../compile/compiled.ts";

test("ops that grow on their own result are refused before the text is made", () => {
  const growing = [compiled({ pat: "f($A)", out: "g(f($A), f($A), f($A), f($A))" })];
  const plan = () =>
    planPasses("f(1);\n".repeat(1000), "typescript", growing, {
      passes: 30,
      editDespiteErrors: false,
    });
  expect(plan).toThrow("feed on their own result");
});

test("a text that becomes itself many times is refused while it is small", () => {
  const doubling = [compiled({ pat: "$A", out: "$A$A$A$A" })];
  const plan = () =>
    planPasses("f(1);\nf(2);\nf(3);\n", "typescript", doubling, {
      passes: 30,
      editDespiteErrors: true,
    });
  expect(plan).toThrow("feed on their own result");
});

test("a pass that is not taken is no reason to refuse: its size is not that of the result", () => {
  const options = { passes: 1, editDespiteErrors: false };
  const manifold = [compiled({ pat: "1", out: `[${"1, ".repeat(60)}]` })];
  const many = planPasses("1;\n".repeat(900), "typescript", manifold, options);
  expect([many.outcome, many.left?.length]).toEqual(["limit", 54_000]);
  const long = [compiled({ pat: "f($A)", out: `g("${"x".repeat(1_000_000)}", f($A), f($A))` })];
  const few = planPasses("f(1);\n".repeat(6), "typescript", long, options);
  expect([few.outcome, few.left?.length]).toEqual(["limit", 12]);
});
