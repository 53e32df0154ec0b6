import { Environment } from "@marcbachmann/cel-js";
import { describe, expect, it } from "vitest";
import { stepBoundOf, takesFewSteps } from "../../../src/shared/cel/cel-steps.ts";

function depthOf(source: string) {
  const environment = new Environment({ homogeneousAggregateLiterals: false });
  environment.registerVariable("facts", "dyn");
  return stepBoundOf(environment.parse(source).ast)?.depth;
}

describe("the steps of an expression", () => {
  it.each([
    ["facts.count + 1 > 3 && !facts.ok ? true : -3 < 2", 0],
    ["'x' in ['x', 'y'] || size(facts.files) > 1", 0],
    ["facts.files.exists(path, path.startsWith('a'))", 1],
    ["facts.files.all(a, facts.files.filter(b, b == a).exists(c, c in ['x']))", 3],
  ])("are bounded: %s", (source, depth) => {
    expect(depthOf(source)).toBe(depth);
  });

  it.each([
    "[facts.files].map(a, a + a).exists(b, size(b) > 3)",
    "facts.files.map(a, a).exists(b, b == 'x')",
    "facts.files.exists(a, size(a + a) > 3)",
    "facts.files.exists(a, [a, a] == [a, a])",
    "facts.files.join('').exists(a, true)",
    "string(facts.count) == '1'",
  ])("are not known: %s", (source) => {
    expect(depthOf(source)).toBeUndefined();
  });

  it("are too many if lists are long", () => {
    const bound = { nodes: 10, depth: 2 };
    expect([takesFewSteps(bound, 20), takesFewSteps(bound, 1000)]).toEqual([true, false]);
  });
});
