import { describe, expect, it } from "vitest";
import { composeEdits } from "../../../src/edit/text/compose-edits.ts";

describe("composeEdits", () => {
  it("composes more edits than a call takes arguments", () => {
    const editsOfAll = (text: string) =>
      Array.from({ length: 130_000 }, (_, start) => ({ start, end: start + 1, text, opId: "a" }));
    const composed = composeEdits("a".repeat(130_000), editsOfAll("b"), editsOfAll("c"));
    expect(composed).toHaveLength(130_000);
  });
});
