import { describe, expect, it } from "vitest";
import { lengthOf, writtenWithin } from "../../../src/report/comment/text-limit.ts";

describe("a text within a limit", () => {
  it.each([
    [lengthOf, "漢", 100, 100],
    [Buffer.byteLength, "a", 100, 100],
    [Buffer.byteLength, "漢", 100, 33],
    [Buffer.byteLength, "漢", 2, 0],
  ])("is as long as it may be (%#)", (sizeOf, character, limit, most) => {
    const text = writtenWithin({ limit, sizeOf }, (length) =>
      character.repeat(Math.max(0, length)),
    );
    expect(text.length).toBeLessThanOrEqual(most);
    expect(sizeOf(text)).toBeLessThanOrEqual(limit);
  });

  it("is the shortest one if none fits", () => {
    expect(writtenWithin({ limit: 3, sizeOf: lengthOf }, () => "never short")).toBe("never short");
  });
});
