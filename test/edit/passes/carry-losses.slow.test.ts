import { expect, test } from "vitest";
import { OpenLosses } from "../../../src/edit/passes/carry-losses.ts";
import type { SupersededReplacement } from "../../../src/model/edit.ts";

function lossOf(opId: string, start: number, end: number): SupersededReplacement {
  return { opId, start, end, text: "", byOpId: "x" };
}

test("three hundred thousand of them are found one by one without a search through all", () => {
  const losses = Array.from({ length: 300_000 }, (_, index) => lossOf("a", index, index + 1));
  const open = new OpenLosses(losses);
  const areFound = losses.toReversed().every((lost) => open.take("a", lost) === lost);
  expect(areFound).toBe(true);
  expect(open.left).toEqual([]);
});
