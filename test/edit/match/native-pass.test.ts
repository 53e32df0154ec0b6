import { expect, test } from "vitest";
import { nativePassOf } from "../../../src/edit/match/native-pass.ts";
import { compiled } from "../compile/compiled.ts";

const OPS = [compiled({ pat: "f($A)", out: "g($A)" })];

test("a language of whose parser no list is known is not searched in a native pass: built in, embedded, registered", () => {
  const listed = ["typescript", "tsx", "javascript"].map((each) => nativePassOf(each, OPS)?.ops);
  expect(listed).toEqual([OPS, OPS, OPS]);
  const others = ["css", "html", "python", "rust"].map((each) => nativePassOf(each, OPS));
  expect(others).toEqual([undefined, undefined, undefined, undefined]);
});
