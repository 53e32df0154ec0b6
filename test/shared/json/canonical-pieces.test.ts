import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "../../../src/shared/canonical-json.ts";
import { canonicalPieces } from "../../../src/shared/json/canonical-pieces.ts";

it("is the text of a value in its only form, piece by piece", () => {
  const value = fc.oneof(fc.object({ maxDepth: 7 }), fc.array(fc.jsonValue({ maxDepth: 7 })));
  fc.assert(
    fc.property(value, (each) => {
      expect([...canonicalPieces(each)].join("")).toBe(canonicalJson(each));
    }),
    { numRuns: 30 },
  );
});

it("reads a part only when its turn comes", () => {
  const read: string[] = [];
  const part = (name: string) => ({
    get text() {
      read.push(name);
      return name;
    },
  });
  const list = [{ parts: [part("a")] }, { parts: [part("b")] }];
  for (const piece of canonicalPieces({ list })) if (piece.includes('"a"')) break;
  expect(new Set(read)).toEqual(new Set(["a"]));
});
