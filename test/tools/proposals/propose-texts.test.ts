import { describe, expect, it } from "vitest";
import { fewStretches, stretchesOf } from "../../../src/tools/proposals/propose-texts.ts";

/** A text of lines of twenty characters, and an edit in each third of them. */
function edited(lines: number) {
  const text = "const a = old(123);\n".repeat(lines);
  const count = Math.floor(lines / 3);
  const edits = Array.from({ length: count }, (_, at) => ({
    start: at * 60 + 10,
    end: at * 60 + 13,
    text: "new",
  }));
  return { text, edits };
}

describe("stretches of a text", () => {
  it("are each on their own in a short text", () => {
    const { text, edits } = edited(300);
    const stretches = stretchesOf(text, edits);
    expect(stretches).toHaveLength(100);
    expect(fewStretches(text, stretches)).toBe(stretches);
  });

  it("are joined with neighbours in a long text, which has no more than can be described in bounded work", () => {
    const { text, edits } = edited(3_000);
    const groups = fewStretches(text, stretchesOf(text, edits));
    expect(groups).toHaveLength(100);
    expect(groups.flat()).toEqual(edits);
  });

  it("are two or more in the longest text", () => {
    const { text, edits } = edited(300_000);
    expect(fewStretches(text, stretchesOf(text, edits))).toHaveLength(2);
  });
});
