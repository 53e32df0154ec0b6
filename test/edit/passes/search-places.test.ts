import { expect, test } from "vitest";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import type { Span } from "../../../src/edit/text/span.ts";
import { editedOnLines, NESTED_OPS, twoTexts } from "../../support/changed-texts.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { compiled } from "../compile/compiled.ts";

/** Returns the places of some lines of a text, each with its end. */
function placesOf(text: string, numbers: ReadonlySet<number>): readonly Span[] {
  let start = 0;
  return text.split("\n").flatMap((line, index) => {
    const place = { start, end: start + line.length + 1 };
    start = place.end;
    return numbers.has(index + 1) ? [place] : [];
  });
}

test("the edits of some lines are those that a slow and obvious search finds", () => {
  const random = seededRandom(7);
  const ops = NESTED_OPS.map(([pat, out], index) => compiled({ id: `ops[${index}]`, pat, out }));
  const options = { passes: 1, editDespiteErrors: false, asked: ["idempotent"] } as const;
  let edited = 0;
  for (let round = 0; round < 20; round += 1) {
    const { now: text } = twoTexts(random);
    const count = text.split("\n").length;
    const lines = new Set(
      Array.from({ length: 1 + random.below(5) }, () => 1 + random.below(count)),
    );
    const places = placesOf(text, lines);
    const { plan } = planPasses(text, "typescript", ops, { ...options, places });
    const result = plan.kind === "edited" ? plan.text : text;
    expect(result).toBe(editedOnLines(text, lines));
    if (plan.kind === "edited") edited += 1;
  }
  expect(edited).toBeGreaterThan(7);
});

test("what a later pass finds on lines that an edit wrote counts, and what it finds elsewhere does not", () => {
  const ops = [compiled({ pat: "f($A)", out: "f(\n$A,\n0)" })];
  const text = "f(1);\nf(2);\nf(3);\n";
  const places = placesOf(text, new Set([2]));
  const again = [compiled({ pat: "f($A)", out: "g(f($A))" })];
  const options = { passes: 1, editDespiteErrors: false, places };
  expect(planPasses(text, "typescript", ops, options).left).toEqual([]);
  expect(planPasses(text, "typescript", again, options).left).toHaveLength(1);
});
