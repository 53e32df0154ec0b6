import { expect, it } from "vitest";
import { RunBudget } from "../../../../src/tools/ast-edit/search/run-budget.ts";

const spilled = { holdsAll: false };
const much = { matches: 1, text: 300_000_000 };

it("lets a run have more text in a temporary file than in memory, unless it sets a bound itself", () => {
  expect(() => new RunBudget({}, spilled).add(much)).not.toThrow();
  expect(() => new RunBudget({}, { holdsAll: true }).add(much)).toThrow(/more than 200000000 char/);
  expect(() => new RunBudget().add(much)).toThrow(/more than 200000000 characters/);
  expect(() => new RunBudget({ text: 1000 }, spilled).add(much)).toThrow(/than 1000 characters/);
  expect(() => new RunBudget({ text: 400_000_000 }, { holdsAll: true }).add(much)).not.toThrow();
});

it("counts again all that was found once no file can take it any more", () => {
  const texts = { holdsAll: false };
  const budget = new RunBudget({}, texts);
  budget.add(much);
  texts.holdsAll = true;
  expect(() => budget.add({ matches: 1, text: 1 })).toThrow(/more than 200000000 characters/);
});

it("lets a file have a quarter of a bound that is set, and 50 million characters otherwise", () => {
  expect(new RunBudget().fileBounds).toEqual({ matches: 250_000, text: 50_000_000 });
  expect(new RunBudget({ matches: 8, text: 4000 }).fileBounds).toEqual({ matches: 2, text: 1000 });
});
