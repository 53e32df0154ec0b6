import { it } from "vitest";
import { expectRefusedInTime, SHAPES } from "../support/endless-yaml.ts";

it.each(SHAPES)(
  "refuses %s in a recipe, a policy, a rule file, sgconfig and inputs, in time",
  (_name, text, bound) => expectRefusedInTime(text, bound),
);
