import { expect, it } from "vitest";
import { joinedEdits } from "../../../src/edit/passes/joined-edits.ts";
import { planPasses } from "../../../src/edit/passes/plan-passes.ts";
import { ALL_FACTS } from "../../../src/model/action/asked-facts.ts";
import { loadAsked } from "../../../src/tools/ast-edit/search/load-meaning.ts";
import { compiled } from "../compile/compiled.ts";

const OLD = { from: ["m"], export: "old" };
const FRESH = { from: ["n"], export: "fresh" };

/** Returns the lines of the edits that are made together, and of the others. */
async function linesOf(text: string, op: Parameters<typeof compiled>[0]) {
  await loadAsked(ALL_FACTS, [{ kind: "pattern", id: "ops[0]", ...op }]);
  const ops = [compiled(op), compiled({ id: "other", pat: "other($A)", out: "f()" })];
  const { plan } = planPasses(text, "typescript", ops, { passes: 1, editDespiteErrors: false });
  if (plan.kind !== "edited") throw new Error(plan.kind);
  const lineOf = ({ start }: { start: number }) => text.slice(0, start).split("\n").length;
  const joined = new Set(plan.joined);
  const others = plan.replacements.filter((edit) => !joined.has(edit));
  return [[...joined].map(lineOf), others.map(lineOf)];
}

it.each([
  [
    "import { old } from 'm';\nold(1);\n!old(2);\nother(3);\n",
    { old: OLD },
    "$A",
    [[1, 2, 3], [4]],
  ],
  ["import { old } from 'm';\nold(1);\nother(old);\n", { old: OLD }, "$A", [[1, 2, 3], []]],
  ["import 'a';\nold(1);\nold(2);\nother(3);\n", { fresh: FRESH }, "fresh($A)", [[2, 3], [4]]],
  ["old(1);\nother(3);\n", { fresh: FRESH }, "fresh($A)", [[1], [2]]],
  ["import { old } from 'm';\nold(1);\nold(2);\nold;\n", { old: OLD }, "$A", [[], [2, 3]]],
] as const)(
  "L8 imports are changed with the edits that need it: %j",
  async (text, names, out, lines) => {
    expect(await linesOf(text, { pat: "old($A)", out, names })).toEqual(lines);
  },
);

it("joins nothing if no import changes", () => {
  const edits = [{ start: 0, end: 3, text: "fresh", opId: "a" }];
  expect(joinedEdits("old(1);", edits, edits)).toEqual([]);
});
