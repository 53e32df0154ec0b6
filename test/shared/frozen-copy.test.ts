import { describe, expect, it } from "vitest";
import { frozenCopy } from "../../src/shared/frozen-copy.ts";

describe("frozenCopy", () => {
  it("copies and freezes each part, and leaves the value as it is", () => {
    const value = { a: [{ b: undefined }, null, 1], c: { d: "x" } };
    const copy = frozenCopy(value);
    expect(copy).toEqual(value);
    for (const part of [copy, copy.a, copy.a[0], copy.c]) expect(Object.isFrozen(part)).toBe(true);
    expect(Object.isFrozen(value) || Object.isFrozen(value.c)).toBe(false);
  });

  it("takes circles, maps and bytes", () => {
    const circle: { self?: unknown; map: Map<string, number>; bytes: Uint8Array } = {
      map: new Map([["a", 1]]),
      bytes: new Uint8Array(2),
    };
    circle.self = circle;
    const copy = frozenCopy(circle);
    expect(copy.self).toBe(copy);
    copy.map.set("a", 2);
    copy.bytes[0] = 7;
    expect([circle.map.get("a"), circle.bytes[0]]).toEqual([1, 0]);
  });

  it("throws for what cannot be copied", () => {
    expect(() => frozenCopy({ act: () => 1 })).toThrow("could not be cloned");
  });
});
