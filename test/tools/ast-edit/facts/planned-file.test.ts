import { expect, it } from "vitest";
import { splice } from "../../../../src/edit/text/splice.ts";
import { editsOf } from "../../../../src/tools/ast-edit/facts/planned-file.ts";

const edit = (start: number, text: string) => ({ start, end: start + 1, text, opId: "ops[0]" });

it("puts the edits of groups in order that stand between each other", () => {
  const groups = [[edit(0, "x"), edit(4, "z")], [edit(2, "y")]];
  expect(splice("a b c", editsOf(groups))).toBe("x y z");
});
