import { describe, expect, it } from "vitest";
import { heldSection } from "../../../src/report/comment/held-section.ts";
import { reviewTable } from "../../../src/report/comment/review-tables.ts";
import { changeOf, opChangeOf } from "./report-with.ts";

const LIMIT = { length: 60_000, elsewhere: "the rest is there" };

function held(at: number, call = "old") {
  const id = `held-${at}`;
  return opChangeOf(`src/${id}.ts`, `${call}(${at});\n`, `fresh(${at});\n`, {
    id,
    state: "held",
    reason: "Look.",
  });
}

describe("heldSection", () => {
  it("shows what is held with its diff, and those that are alike as one", () => {
    const actions = [held(1), held(2), held(3, "ancient"), changeOf("a.ts", "a\n", "b\n")];
    expect(heldSection(actions, LIMIT)).toBe(
      [
        "**3 actions need a person**",
        "**held** src/held-1.ts, swap › swap: Look. \\(rule small\\)",
        "```diff\n@@ -1 +1 @@\n-old(1);\n+fresh(1);\n```",
        "1 more action like it: src/held-2.ts",
        "**held** src/held-3.ts, swap › swap: Look. \\(rule small\\)",
        "```diff\n@@ -1 +1 @@\n-ancient(3);\n+fresh(3);\n```",
      ].join("\n\n"),
    );
  });

  it("shows an action by itself if only its first three files are like those of another", () => {
    const [first, second] = ["log(1);\n", "isAdmin(1);\n"].map((last, index) => {
      const texts = ["old(1);\n", "old(1);\n", "old(1);\n", last];
      const parts = texts.map((text, at) => changeOf(`f${at}.ts`, text, "true;\n"));
      const files = parts.flatMap((part) => part.files);
      return { ...held(index), files };
    });
    const text = heldSection(
      [first, second].flatMap((action) => action ?? []),
      LIMIT,
    );
    expect(text).not.toContain("like it");
    expect(text.match(/^\*\*held/gm)).toHaveLength(2);
  });

  it("shows each failed action, before those that are held", () => {
    const failed = [1, 2].map((at) => ({ ...held(at), state: "failed" as const, result: "No." }));
    const text = heldSection([held(3), ...failed], LIMIT);
    expect(text.match(/^\*\*(?:failed|held)/gm)).toEqual(["**failed", "**failed", "**held"]);
  });

  it("cuts long diffs and lines, counts what has no room, and is empty without a held action", () => {
    const long = changeOf("a.ts", "", `${"x".repeat(9000)}\n`.repeat(900), { state: "held" });
    const text = heldSection([long], LIMIT);
    expect(text.length).toBeLessThan(24 * 420 + 500);
    expect(text).toContain("… 877 more lines");
    const many = Array.from({ length: 40 }, (_each, at) => held(at, `call${at}`));
    const short = heldSection(many, { ...LIMIT, length: 1500 });
    expect(short.length).toBeLessThanOrEqual(1500);
    expect(short).toMatch(/\d\d more actions; the rest is there\.$/);
    expect(heldSection([changeOf("a.ts", "a\n", "b\n")], LIMIT)).toBe("");
  });
});

describe("reviewTable", () => {
  it("adds up what changes by step, rule and folder, with what needs a person", () => {
    const actions = Array.from({ length: 6 }, (_each, at) =>
      changeOf(
        `src/${at % 2 === 0 ? "a" : "b"}/f${at}.ts`,
        "a\n",
        "b\nc\n",
        at === 0 ? { state: "held" } : {},
      ),
    );
    expect(reviewTable(actions, LIMIT).split("\n").slice(2)).toEqual([
      "| step | swap › swap | 6 | +12 −6 | 1 |",
      "| rule | small | 6 | +12 −6 | 1 |",
      "| folder | src/a/ | 3 | +6 −3 | 1 |",
      "| folder | src/b/ | 3 | +6 −3 |  |",
    ]);
    expect(reviewTable(actions.slice(1), LIMIT)).toBe("");
  });
});
