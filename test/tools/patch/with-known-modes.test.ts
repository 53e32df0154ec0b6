import { expect, it } from "vitest";
import { withKnownModes } from "../../../src/tools/patch/with-known-modes.ts";

const file = (path: string, after: string, mode?: "100755") => {
  return { path, before: "1", after, isIdempotent: true, ...(mode && { mode }) };
};

it("modes of a patch are left, and named, on Windows alone", () => {
  const files = [file("a", "2"), file("b", "2", "100755"), file("c", "1", "100755")];
  const patched = { files, moves: [], notes: [], refused: [] };
  expect(withKnownModes(patched, "linux")).toEqual({ ...patched, modes: [] });
  expect(withKnownModes(patched, "win32")).toEqual({
    ...patched,
    files: [file("a", "2"), file("b", "2")],
    modes: ["b", "c"],
  });
});
