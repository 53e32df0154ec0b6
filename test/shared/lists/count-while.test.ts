import { expect, it } from "vitest";
import { countWhile } from "../../../src/shared/lists/count-while.ts";

it.each([
  [[], 0],
  [[5], 0],
  [[1], 1],
  [[1, 2, 5, 7], 2],
  [[1, 2, 3], 3],
  [[5, 6, 7, 8, 9], 0],
])("counts the items of %j that are less than 5: %i", (items, count) => {
  expect(countWhile(items, (item) => item < 5)).toBe(count);
});
