import { expect, it } from "vitest";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import type { Span } from "../../../src/edit/text/span.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { compiled } from "../compile/compiled.ts";

const RENAME = { id: "rename", pat: "old", out: "fresh", rename: {} };

await loadAsked(ALL_FACTS, [{ kind: "pattern", ...RENAME }]);
const TEXT = "const old = 1;\nf(old);\nconst rest = 0;\n";

function planned(
  ops: readonly Parameters<typeof compiled>[0][],
  { text = TEXT, places }: { readonly text?: string; readonly places?: readonly Span[] } = {},
) {
  const options = { passes: 1, editDespiteErrors: false, asked: [], places };
  const { plan } = planPasses(
    text,
    "typescript",
    ops.map((op) => compiled(op)),
    options,
  );
  return {
    text: plan.kind === "edited" ? plan.text : text,
    unresolved: (plan.kind === "syntax-errors" ? [] : (plan.unresolved ?? [])).map(
      ({ start }) => start,
    ),
    lost: plan.kind === "edited" ? plan.superseded.map(({ opId, byOpId }) => [opId, byOpId]) : [],
  };
}

it.each([
  ["on the line of the declaration alone", { start: 0, end: 15 }, TEXT, [6]],
  ["on the line of a reference alone", { start: 15, end: 23 }, TEXT, [17]],
  ["on other lines", { start: 23, end: 40 }, TEXT, []],
  ["on all of its lines", { start: 0, end: 23 }, TEXT.replaceAll("old", "fresh"), []],
])("L8 renames all or nothing where edits may stand only %s", (_, place, text, unresolved) => {
  expect(planned([RENAME], { places: [place] })).toMatchObject({ text, unresolved });
});

it("L8 tells no names of lines that do not count", () => {
  const text = "export const old = 1;\nf(old);\n";
  expect(planned([RENAME], { text }).unresolved).toEqual([13, 24]);
  expect(planned([RENAME], { text, places: [{ start: 22, end: 30 }] }).unresolved).toEqual([24]);
});

it.each([
  [{ pat: "f($A)", out: "g($A)" }, "const old = 1;\ng(old);\nconst rest = 0;\n", 2],
  [{ pat: "f($A)", out: "g()" }, "const fresh = 1;\ng();\nconst rest = 0;\n", 1],
])("L8 renames nothing if an earlier op goes on to say the name: %o", (op, text, lost) => {
  const after = planned([op, RENAME]);
  expect(after.text).toBe(text);
  expect(after.lost).toEqual(Array.from({ length: lost }, () => ["rename", "ops[0]"]));
});
