import { describe, expect, it } from "vitest";
import { findSizeFault } from "../../src/plan-file/find-size-fault.ts";

const keys = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `"k${from + index}": ${index}`).join(",");

describe("the size of a text that is to be parsed", () => {
  it.each([
    "",
    "no JSON: {[",
    "}}]]:",
    '{"a": "',
    '{"a": ["b:c:{", "\\":\\"", {}]}',
    `{${keys(10_000)}}`,
    `[${"[".repeat(90)}${"]".repeat(90)}]`,
    `[{${keys(6_000)}}, {${keys(6_000)}}]`,
    JSON.stringify({ a: "{".repeat(1000) + ":".repeat(20_000) }),
  ])("is fine (%#)", (text) => {
    expect(findSizeFault(text)).toBeUndefined();
  });

  it("counts the keys of one object, also around and behind others", () => {
    const fault = "an object has more than 10000 keys";
    expect(findSizeFault(`{${keys(10_001)}}`)).toBe(fault);
    expect(findSizeFault(`{${keys(6_000)}, "x": {${keys(10)}}, ${keys(6_000, 6_000)}}`)).toBe(
      fault,
    );
  });

  it("counts levels", () => {
    for (const open of ["[", '{"a":'])
      expect(findSizeFault(open.repeat(200))).toBe("it is nested deeper than 100 levels");
  });

  it("refuses eight million keys without parsing them", () => {
    const text = `{${'"\\u0061":1,'.repeat(8_000_000)}`;
    const start = process.cpuUsage();
    expect(findSizeFault(text)).toBe("an object has more than 10000 keys");
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });
});
