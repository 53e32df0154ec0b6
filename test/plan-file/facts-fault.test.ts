import { expect, it } from "vitest";
import { factsFault } from "../../src/plan-file/facts-fault.ts";
import type { PlannedAction } from "../../src/plan-file/plan.ts";
import { factsOf } from "../support/facts.ts";

/** The parts of an action that the check reads. */
function actionOf(tokensLost: readonly string[]): PlannedAction {
  const file = { path: "src/a.ts", replacements: 3, additions: 3, deletions: 3 };
  return { facts: factsOf({ tokensLost }), files: [file] } as unknown as PlannedAction;
}

it.each<[tokensLost: readonly string[], fault: string | undefined]>([
  [[], undefined],
  [["src/a.ts:1 `async`", "3 more"], undefined],
  [["src/b.ts:1 `async`"], "its fact `tokensLost` names a place that is in none of its files"],
])("L1 compares the places of losses with the files of the action: %j", (tokensLost, fault) => {
  expect(factsFault(actionOf(tokensLost))).toBe(fault);
});
