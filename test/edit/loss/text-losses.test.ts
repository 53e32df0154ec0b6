import { describe, expect, it } from "vitest";
import { findTextLosses } from "../../../src/edit/loss/text-losses.ts";
import { findTextEdits } from "../../../src/edit/text/find-text-edits.ts";

function lossesOf(before: string, after: string) {
  const edits = findTextEdits(before, after);
  const losses = findTextLosses({ before, after, language: "javascript", named: edits, edits });
  return losses?.map(({ kind, text }) => `${kind} ${text}`);
}

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");

describe("the losses of a text that code has written", () => {
  it("counts modifiers as tokens of the code, and not as words of comments, literals and names", () => {
    expect(lossesOf("async () => await f(a);\n", "() => f(a);\n")).toEqual([
      "token `async`",
      "token `await`",
    ]);
    expect(lossesOf("g('await', $await, wait); // async\n", "h('x', 1); // async\n")).toEqual([]);
    expect(lossesOf("a?.b(c);\n", "d(c);\n")).toEqual([]);
    expect(lossesOf("x = a ? b : c;\n", "x = b;\n")).toEqual(["token `?`"]);
  });

  it("finds them in thousands of changed lines with comments in time that grows with the lines", () => {
    const count = 10_000;
    const before = lines(count, (index) => `f(1); // note ${index}`);
    const after = lines(count, () => "g(2);");
    const start = process.cpuUsage();
    expect(lossesOf(before, after)).toHaveLength(count);
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(4);
  });
});
