import { describe, expect, it } from "vitest";
import { interruptAfter } from "../../../src/shared/process/interrupt-after.ts";
import { TimeLimitError } from "../../../src/shared/process/time-limit.ts";

describe("interruptAfter", () => {
  it("answers what the work answers, and throws what it throws", () => {
    const value = { a: 1 };
    expect(interruptAfter(1000, () => value)).toBe(value);
    const error = new Error("boom");
    const failing = () => {
      throw error;
    };
    expect(() => interruptAfter(1000, failing)).toThrow(error);
  });

  it.each<[string, () => unknown]>([
    ["a regular expression", () => /^(a+)+$/.test(`${"a".repeat(45)}!`)],
    [
      "a loop",
      () => {
        for (;;);
      },
    ],
  ])("cuts %s off that would not end", (_what, work) => {
    expect(() => interruptAfter(50, work)).toThrow(
      new TimeLimitError("It took longer than 50 ms."),
    );
  });

  it("runs work inside of work, and again after work that was cut off", () => {
    expect(interruptAfter(1000, () => [interruptAfter(1000, () => "inner"), "outer"])).toEqual([
      "inner",
      "outer",
    ]);
    const endless = () => {
      for (;;);
    };
    expect(() => interruptAfter(20, () => interruptAfter(1000, endless))).toThrow();
    expect(interruptAfter(1000, () => "again")).toBe("again");
  });
});
