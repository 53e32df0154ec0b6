import { expect, test } from "vitest";
import {
  hasWrittenDollars,
  replaceWrittenDollars,
} from "../../../src/edit/text/written-dollars.ts";

test.each([
  { pattern: "$$$$HOME", written: "<HOME>" },
  { pattern: "f($$$$_GET, $$$$Home)", written: "f(<_GET>, <Home>)" },
  { pattern: "$$$$1", written: "<1>" },
])("$pattern has a name with four dollars", ({ pattern, written }) => {
  expect(hasWrittenDollars(pattern)).toBe(true);
  expect(replaceWrittenDollars(pattern, (name) => `<${name}>`)).toBe(written);
});

test.each(["$A", "$$A", "$$$A", "$$$$$A", "$$$$", "$$$$props", "\\$A"])(
  "%s has no name with four dollars",
  (pattern) => {
    expect(hasWrittenDollars(pattern)).toBe(false);
    expect(replaceWrittenDollars(pattern, () => "no")).toBe(pattern);
  },
);
