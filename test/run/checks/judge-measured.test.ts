import { describe, expect, it } from "vitest";
import { judgeMeasured } from "../../../src/run/checks/judge-measured.ts";
import type { Measured } from "../../../src/run/checks/measured.ts";

const lines = (count: number, exitCode: number): Measured => ({ kind: "lines", count, exitCode });

describe("a check that counts lines", () => {
  it.each<[before: Measured, after: Measured, ok: number[] | undefined, why: string | undefined]>([
    [lines(2, 2), lines(2, 2), undefined, undefined],
    [lines(2, 2), lines(1, 2), undefined, undefined],
    [lines(2, 2), lines(0, 0), undefined, undefined],
    [lines(0, 0), lines(0, 0), undefined, undefined],
    [lines(0, 0), lines(1, 2), undefined, "1 line, and 0 before"],
    [lines(2, 2), lines(3, 2), undefined, "3 lines, and 2 before"],
    [lines(2, 2), lines(1, 7), undefined, "exit code 7, and 2 before"],
    [lines(2, 2), lines(1, 7), [2, 7], undefined],
  ])("compares %j with %j (ok: %j)", (before, after, ok, why) => {
    const measure = { kind: "lines", text: "error" } as const;
    const end = judgeMeasured({ measure, ...(ok && { ok }) }, before, after);
    expect(end).toMatchObject(
      why === undefined ? { outcome: "passed" } : { outcome: "failed", why },
    );
  });
});

function findings(...rules: string[]): Measured {
  const texts = new Map([["a.js", rules.map((rule) => `${rule}();\n`).join("")]]);
  const found = rules.map((rule, at) => {
    const region = { startLine: at + 1, startColumn: 1, endLine: at + 1, endColumn: 99 };
    return { tool: "scan", rule, message: "No.", path: "a.js", region };
  });
  return { kind: "findings", tree: { findings: found, texts } };
}

describe("a check that compares findings", () => {
  it.each<[before: string[], after: string[], removed: string[], why: string | undefined]>([
    [["js/a"], ["js/a"], [], undefined],
    [["js/a"], [], [], undefined],
    [["js/a", "js/b"], ["js/b"], ["js/a"], undefined],
    [["js/a", "js/b"], ["js/b"], ["js/*"], undefined],
    [["js/a"], ["js/a"], ["js/a"], "no finding of `js/a` is gone"],
    [["js/a", "js/b"], ["js/b"], ["js/a", "js/b"], "no finding of `js/b` is gone"],
    [[], ["js/a"], [], "1 finding is new: a.js:1 js/a"],
    [["js/a"], ["js/b"], ["js/a"], "1 finding is new: a.js:1 js/b"],
    [
      [],
      ["a", "b", "c", "d", "e"],
      [],
      "5 findings are new: a.js:1 a, a.js:2 b, a.js:3 c and 2 more",
    ],
  ])("judges %j and %j with removed: %j", (before, after, removed, why) => {
    const measure = { kind: "findings", from: "-", removed } as const;
    const end = judgeMeasured({ measure }, findings(...before), findings(...after));
    expect(end).toMatchObject(
      why === undefined ? { outcome: "passed" } : { outcome: "failed", why },
    );
  });

  it("lists at most ten, and the number of the others", () => {
    const rules = Array.from({ length: 12 }, (_none, at) => `r${at}`);
    const measure = { kind: "findings", from: "-", removed: [] } as const;
    const end = judgeMeasured({ measure }, findings(...rules), findings());
    expect(end.counted).toEqual({ of: "findings", before: 12, after: 0 });
    expect(end.findingsAdded).toEqual([]);
    expect(end.findingsRemoved).toHaveLength(11);
    expect(end.findingsRemoved?.at(-1)).toBe("2 more");
  });
});
