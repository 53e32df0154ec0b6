import { expect, test } from "vitest";
import { findCulprits } from "../../../../src/tools/ast-edit/facts/group-facts.ts";

async function find(count: number, guilty: readonly number[], checks = Number.POSITIVE_INFINITY) {
  let asked = 0;
  const culprits = await findCulprits(
    Array.from({ length: count }, (_, index) => index),
    (some) => {
      asked += 1;
      return !some.some((item) => guilty.includes(item));
    },
    checks,
  );
  return { culprits: [...culprits], asked };
}

test("finds the few culprits among many items in few checks", async () => {
  expect(await find(4000, [])).toEqual({ culprits: [], asked: 1 });
  const { culprits, asked } = await find(4000, [7, 3999]);
  expect(culprits).toEqual([7, 3999]);
  expect(asked).toBeLessThan(50);
});

test("blames what it has no check left to clear, and never asks more often than it may", async () => {
  const { culprits, asked } = await find(100, [1, 99], 5);
  expect(asked).toBe(5);
  expect(culprits).toEqual(expect.arrayContaining([1, 99]));
  expect((await find(3, [], 0)).culprits).toEqual([0, 1, 2]);
  expect((await find(0, [], 0)).culprits).toEqual([]);
});
