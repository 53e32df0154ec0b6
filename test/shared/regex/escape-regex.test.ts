import { expect, it } from "vitest";
import { escapeRegex } from "../../../src/shared/regex/escape-regex.ts";

it("escapes all that an expression does not take as it is written", () => {
  const text = '"a-b/c\\d"^$.*+?()[]{}|#é';
  expect(new RegExp(`^${escapeRegex(text)}$`, "u").test(text)).toBe(true);
});
