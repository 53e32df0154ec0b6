import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonPieces } from "../../../src/shared/json/json-pieces.ts";
import { jsonText } from "../../../src/shared/json/json-text.ts";

it("writes each value, piece by piece, as the text that JSON has as a whole", () => {
  const value = fc.oneof(
    fc.object({ maxDepth: 7, withNullPrototype: true }),
    fc.array(fc.jsonValue({ maxDepth: 7 })),
  );
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 0, 2, 3), (each, indent) => {
      expect([...jsonPieces(each, indent)].join("")).toBe(jsonText(each, indent));
      const plain = jsonPieces(each, indent, (part, by) => JSON.stringify(part, null, by));
      expect([...plain].join("")).toBe(JSON.stringify(each, null, indent));
    }),
    { numRuns: 30 },
  );
});

it.each([
  [{}],
  [[]],
  [{ a: undefined, b: [undefined, () => 1], c: new Date(0) }],
  [{ a: { b: { c: { d: { e: { f: [1, "\u202e\n\ud800"] } } } } } }],
  [{ "\u202e": "\u{e0041}", a: Number.NaN }],
])("leaves out and escapes as a whole text does: %j", (value) => {
  for (const indent of [0, 2]) {
    expect([...jsonPieces(value, indent)].join("")).toBe(jsonText(value, indent));
  }
});

it("reads a part only when its turn comes", () => {
  const read: string[] = [];
  const part = (name: string) => ({
    get text() {
      read.push(name);
      return "x".repeat(100_000);
    },
  });
  const pieces = jsonPieces({ parts: [part("a"), part("b")] }, 2);
  pieces.next();
  expect(read).toEqual(["a"]);
});
