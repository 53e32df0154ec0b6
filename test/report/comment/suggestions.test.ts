import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";
import {
  placeSuggestions,
  type ReviewedPull,
} from "../../../src/report/comment/place-suggestions.ts";
import { suggestionsOf } from "../../../src/report/comment/suggestions.ts";
import { changeOf, reportWith } from "./report-with.ts";

const LINES = Array.from({ length: 30 }, (_one, index) => `line ${index + 1};\n`);
const TEXT = LINES.join("");

/** The text with some lines replaced, by their numbers from 1. */
function textWith(lines: Readonly<Record<number, string>>): string {
  return LINES.map((line, index) => lines[index + 1] ?? line).join("");
}

/** The patch of a file on the pull request, as GitHub shows it: without a header and without a last line end. */
function patchOf(before: string, after: string): string {
  const { text } = unifiedDiff("src/a.ts", before, after);
  return text.slice(text.indexOf("@@")).trimEnd();
}

function pullWith(over: Partial<ReviewedPull> = {}): ReviewedPull {
  const patches = new Map([["src/a.ts", patchOf(textWith({ 10: "old;\n", 20: "" }), TEXT)]]);
  return { patches, threads: [], pathOf: (path) => path, most: 10, ...over };
}

function placed(after: string, over: Partial<ReviewedPull> = {}) {
  const suggestions = suggestionsOf(reportWith([changeOf("src/a.ts", TEXT, after)]), "test");
  return placeSuggestions(suggestions, pullWith(over));
}

describe("suggestions", () => {
  it("stand on the lines of the head that they replace", () => {
    const [only, ...others] = placed(textWith({ 9: "nine;\n", 10: "ten;\n" }));
    expect(others).toEqual([]);
    expect(only).toMatchObject({ path: "src/a.ts", startLine: 9, endLine: 10 });
    expect(only?.body).toMatch(
      /^<!-- sluice suggestion [0-9a-f]{16} -->\nSluice proposes this change\.\n\n```suggestion\nnine;\nten;\n```$/,
    );
  });

  it("take a line with them that stays, if they only add lines, and take lines away", () => {
    expect(placed(textWith({ 12: "line 12;\nmore;\n" }))[0]).toMatchObject({
      startLine: 12,
      endLine: 12,
      body: expect.stringContaining("\n```suggestion\nline 12;\nmore;\n```"),
    });
    expect(placed(textWith({ 12: "" }))[0]).toMatchObject({
      startLine: 12,
      body: expect.stringMatching(/\n```suggestion\n```$/),
    });
  });

  it("are left out for lines that the diff does not show", () => {
    expect(placed(textWith({ 2: "two;\n", 27: "x;\n" }))).toEqual([]);
    expect(placed(textWith({ 10: "ten;\n" }), { patches: new Map() })).toEqual([]);
  });

  it("are left out if the head has another text there", () => {
    const patches = new Map([["src/a.ts", patchOf(TEXT, textWith({ 10: "other;\n" }))]]);
    expect(placed(textWith({ 10: "ten;\n" }), { patches })).toEqual([]);
  });

  it("are not made again, also if their lines have moved", () => {
    const [first] = placed(textWith({ 10: "ten;\n" }));
    expect(placed(textWith({ 10: "ten;\n" }), { threads: [first?.body ?? ""] })).toEqual([]);
    expect(placed(textWith({ 10: "10;\n" }), { threads: [first?.body ?? ""] })).toHaveLength(1);
  });

  it("are bounded over all runs", () => {
    const after = textWith({ 8: "8;\n", 10: "10;\n", 12: "12;\n" });
    expect(placed(after, { most: 2 })).toHaveLength(2);
    const threads = ["<!-- sluice suggestion 0 -->\nx"];
    expect(placed(after, { most: 2, threads })).toHaveLength(1);
    expect(placed(after, { most: 1, threads })).toEqual([]);
  });

  it("lead from the root to the repository", () => {
    const patches = new Map([["web/src/a.ts", patchOf("", TEXT)]]);
    const pathOf = (path: string) => `web/${path}`;
    expect(placed(textWith({ 1: "1;\n" }), { patches, pathOf })[0]?.path).toBe("web/src/a.ts");
  });

  it("name the reason of what is held, and do not show what is discarded", () => {
    const held = changeOf("src/a.ts", TEXT, textWith({ 10: "ten;\n" }), {
      state: "held",
      reason: "Ask @team.",
    });
    const discarded = { ...held, state: "discarded" as const };
    const bodies = suggestionsOf(reportWith([held, discarded]), "test").map(({ body }) => body);
    expect(bodies).toEqual([
      expect.stringContaining("Sluice holds this change: Ask @&#8203;team."),
    ]);
  });

  it("are none for what a run has applied", () => {
    const action = changeOf("src/a.ts", TEXT, textWith({ 10: "ten;\n" }), { state: "applied" });
    const run = { ...reportWith([]).run, command: "run" as const };
    expect(suggestionsOf(reportWith([action], { run }), "test")).toEqual([]);
  });

  it("are none for lines that Markdown would change, or that hide something", () => {
    const cases = ["ten;\r\n", "ten\u202e;\n", "x\n".repeat(60), `${"y".repeat(5000)}\n`];
    for (const line of cases) {
      const action = changeOf("src/a.ts", TEXT, textWith({ 10: line }));
      expect(suggestionsOf(reportWith([action]), "test")).toEqual([]);
    }
    const noEnd = changeOf("src/a.ts", "a\nb", "a\nc");
    expect(suggestionsOf(reportWith([noEnd]), "test")).toEqual([]);
  });

  it("have a fence that no line of them ends", () => {
    const action = changeOf("src/a.ts", TEXT, textWith({ 10: "```\n````\n" }));
    const [only] = suggestionsOf(reportWith([action]), "test");
    expect(only?.body).toContain("`````suggestion\n```\n````\n`````");
  });
});
