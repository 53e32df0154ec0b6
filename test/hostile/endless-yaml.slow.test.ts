import { expect, it } from "vitest";
import { expectRefusedInTime, SHAPES } from "../support/endless-yaml.ts";

/** Two of those that once took longest; `npm run test:differential` has all of them. */
const WORST = ["20,000 equal keys", "a bomb of aliases"];

it.each(SHAPES.filter(([name]) => WORST.includes(name)))(
  "refuses %s in a recipe, a policy, a rule file, sgconfig and inputs, in time",
  (_name, text, bound) => expectRefusedInTime(text, bound),
  300_000,
);

it("has them all", () => {
  expect(SHAPES.map(([name]) => name)).toEqual(expect.arrayContaining(WORST));
});
