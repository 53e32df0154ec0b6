import { expect, it } from "vitest";
import { canonicalJson } from "../../src/shared/canonical-json.ts";

it.each<[unknown, string]>([
  [{ b: 1, a: [2, { d: null, c: "ü" }] }, '{"a":[2,{"c":"ü","d":null}],"b":1}'],
  [{ a: undefined, b: 1 }, '{"b":1}'],
  [[undefined, null], "[null,null]"],
  ["a\n", '"a\\n"'],
  [{ "10": 1, "9": 2 }, '{"10":1,"9":2}'],
])("writes %j in its only form", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

it("is JSON of the same value", () => {
  const value = { z: [1, { y: true }], a: "x" };
  expect(JSON.parse(canonicalJson(value))).toEqual(value);
});
