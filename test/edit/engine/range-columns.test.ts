import { describe, expect, test } from "vitest";
import { scanByBoth } from "../language/scan-by-both.ts";

const range = (start: number, end: number) =>
  `range: { start: { line: 0, column: ${start} }, end: { line: 0, column: ${end} } }`;

describe("the columns of a range are characters at every place of a rule", () => {
  test.each<[what: string, rule: string, text: string, result: string]>([
    [
      "in an expansion",
      `rule: { pattern: f($A), kind: call_expression }
fix: { template: Z, expandEnd: { ${range(11, 12)}, stopBy: end } }`,
      "[/*😀*/f(1),2,3]",
      "[/*😀*/Z,3]",
    ],
    [
      "in an expansion that shares a name with the match",
      `rule: { pattern: f($A), kind: call_expression }
fix: { template: Z, expandEnd: { all: [{ pattern: $A }, { ${range(13, 14)} }], stopBy: end } }`,
      "[/*😀*/f(1),1,1]",
      "[/*😀*/Z]",
    ],
    [
      "in what stops an expansion",
      `rule: { pattern: f($A), kind: call_expression }
fix: { template: Z, expandEnd: { kind: number, regex: '3', stopBy: { ${range(11, 12)} } } }`,
      "[/*😀*/f(1),2,3]",
      "[/*😀*/Z,2,3]",
    ],
    [
      "in a rewriter",
      `rule: { pattern: f($A) }
rewriters: [{ id: r, rule: { kind: number, ${range(8, 9)} }, fix: Q }]
transform: { T: { rewrite: { source: $A, rewriters: [r] } } }
fix: g($T)`,
      "/*😀*/f([1,2,3])",
      "/*😀*/g([Q,2,3])",
    ],
    [
      "in a utility rule that is called range",
      `rule: { kind: number, matches: range }
utils: { range: { any: [{ ${range(6, 7)} }, { inside: { ${range(0, 8)}, stopBy: end } }] } }
fix: Q`,
      "[/*😀*/1,2]",
      "[/*😀*/Q,2]",
    ],
  ])("%s", (_what, rule, text, result) => {
    const { ours, cli } = scanByBoth(rule, text);
    expect(cli).toBe(result);
    expect(ours).toBe(cli);
  });
});
