import { expect, it } from "vitest";
import { structureFault } from "../../../src/shared/yaml/structure-fault.ts";

const nested = (depth: number) => JSON.parse("[".repeat(depth) + "]".repeat(depth));

it.each<[what: string, value: unknown, fault: string | undefined]>([
  ["a value of an ordinary form", { a: [{ b: null }, "text", 1] }, undefined],
  ["101 lists in each other", nested(101), undefined],
  ["102 lists in each other", nested(102), "it is nested deeper than 100 levels"],
  [
    "more lists than the stack has room for",
    nested(100_000),
    "it is nested deeper than 100 levels",
  ],
  [
    "a key that changes a prototype",
    JSON.parse('[{"a":{"__proto__":1}}]'),
    "it has a key `__proto__`",
  ],
])("says of %s whether it can be looked at", (_what, value, fault) => {
  expect(structureFault(value)).toBe(fault);
});
