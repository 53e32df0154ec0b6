import { expect, it } from "vitest";
import { mayEndInComment } from "../../../src/edit/loss/comment-signs.ts";

it.each([
  ["typescript", "«a»", false],
  ["typescript", "«a // b\nc»;", false],
  ["typescript", "«a // b»;", true],
  ["typescript", "«a /»/ b", true],
  ["typescript", "«/* a */ b»;", false],
  ["typescript", "«/* a */ b /*»; */", true],
  ["typescript", "«/*/ a»; */", true],
  ["typescript", "// a\n«b»", false],
  ["swift", "«/* /* */ a»; */", true],
  ["python", "«a # b\nc»", true],
  ["python", "«a»", false],
])("in %s, the end of %s may be in a comment of it: %s", (language, marked, expected) => {
  const text = marked.replace(/[«»]/g, "");
  const place = { start: marked.indexOf("«"), end: marked.indexOf("»") - 1 };
  expect(mayEndInComment(text, place, language)).toBe(expected);
});
