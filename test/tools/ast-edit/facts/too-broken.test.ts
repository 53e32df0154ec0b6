import { expect, it } from "vitest";
import { tooBroken } from "../../../../src/tools/ast-edit/facts/too-broken.ts";

const VALID = "const a = f(1);\n";
const BROKEN = "foo(1 {[`${";

const bytesOf = (...parts: readonly [unit: string, length: number][]) =>
  Buffer.from(parts.map(([unit, length]) => unit.repeat(length / unit.length)).join(""));

it.each([
  ["broken from its beginning", bytesOf([BROKEN, 200_000])],
  ["broken after its beginning", bytesOf([VALID, 100_000], [BROKEN, 600_000])],
])("does not parse the whole of a long file that is %s", (_, bytes) => {
  expect(tooBroken(bytes, "typescript")).toMatch(
    /^\d+ errors in its first \d+ bytes: the rest was not parsed$/,
  );
});

it.each([
  ["valid, although its beginning is cut", bytesOf(["[[`a\n", 400], [VALID, 140_000])],
  ["short", bytesOf([BROKEN, 100_000])],
  ["with an error here and there", bytesOf([`${VALID.repeat(40)})\n`, 160_000])],
])("leaves a file to the search that is %s", (_, bytes) => {
  expect(tooBroken(bytes, "typescript")).toBeUndefined();
});
