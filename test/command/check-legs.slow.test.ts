import { expect, it } from "vitest";
import { allOf, legsThatMeet } from "../support/check-jobs.ts";

it.each([
  [[200, 0], 6],
  [[60, 60, 60], 6],
  [[200, 60, 0, 100, 0, 200, 1, 60], 2],
])(
  "legs with %j annotations that meet are all in one check run, by %d seeds",
  async (legs, seeds) => {
    for (let seed = 1; seed <= seeds; seed += 1)
      expect(await legsThatMeet(legs, seed), `seed ${seed}`).toEqual(allOf(legs));
  },
);
