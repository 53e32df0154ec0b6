import { expect, it } from "vitest";
import { allOf, legsThatMeet } from "../support/check-jobs.ts";

it.each([
  [3, 40],
  [8, 10],
])(
  "%d legs that meet in one moment are all in one check run, by %d seeds",
  async (count, seeds) => {
    for (let seed = 1; seed <= seeds; seed += 1)
      expect(await legsThatMeet(count, seed), `seed ${seed}`).toEqual(allOf(count));
  },
);
