import { applyPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";
import type { ActionReport } from "../../../src/model/report/report.ts";
import { netFiles } from "../../../src/shared/diff/net-files.ts";
import type { LineChange } from "../../../src/shared/diff/parse-diff.ts";
import { splitLines } from "../../../src/shared/diff/split-lines.ts";
import { actionOf } from "../../action/builders.ts";

type Part = ActionReport["files"][number];

/** The part of an action that leads from one text to the next; the texts stand for their hashes. */
function partOf(
  before: string | undefined,
  after: string | undefined,
  more: Partial<Part> = {},
): Part {
  const { text } = unifiedDiff("src/a.ts", before, after);
  const sizes = { replacements: 1, superseded: [], additions: 0, deletions: 0 };
  const hashes = { preHash: before ?? null, postHash: after ?? "" };
  return { path: "src/a.ts", language: "ts", ...sizes, ...hashes, diff: text, ...more };
}

function actionsOf(...texts: readonly (string | undefined)[]): readonly ActionReport[] {
  return texts
    .slice(1)
    .map((after, index) =>
      actionOf({ state: "would-apply", files: [partOf(texts[index], after)] }),
    );
}

/** The text after changes, which are taken at exactly the lines that they name. */
function spliced(text: string, changes: readonly LineChange[]): string {
  const lines = [...splitLines(text)];
  for (const { start, removed, added } of [...changes].reverse()) {
    expect(lines.slice(start, start + removed.length)).toEqual(removed);
    lines.splice(start, removed.length, ...added);
  }
  return lines.join("");
}

describe("netFiles", () => {
  it("adds up the diffs of several actions on one file", () => {
    const [file] = netFiles(actionsOf("a\nb\nc\n", "a\nB\nB2\nc\n", "a\nB\nX\nc\n"));
    expect(file?.diff).toBe(
      "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n+X\n c\n",
    );
  });

  it("adds up changes of more lines than a call takes arguments", () => {
    const text = "a\n".repeat(150_000);
    const [file] = netFiles(actionsOf(undefined, text, `${text}b\n`));
    expect(file?.changes?.changes[0]?.added).toHaveLength(150_001);
  });

  it("adds up thousands of changes of one file without comparing each with each", {
    timeout: 7000,
  }, () => {
    const diffOf = (before: string, after: string) =>
      Array.from({ length: 2500 }, (_one, index) => {
        const at = `${index * 10 + 1},3`;
        return `@@ -${at} +${at} @@\n k\n-${before}\n+${after}\n k\n`;
      }).join("");
    const files = [partOf("a\n", "b\n", { diff: diffOf("a", "b") })];
    const later = [partOf("b\n", "c\n", { diff: diffOf("b", "c") })];
    const actions = [files, later].map((each) => actionOf({ state: "would-apply", files: each }));
    expect(netFiles(actions)[0]?.changes?.changes).toHaveLength(2500);
  });

  it("leaves out a file that is as it was in the end", () => {
    expect(netFiles(actionsOf("a\nb\n", "a\nc\n", "a\nb\n"))).toEqual([]);
    expect(netFiles(actionsOf(undefined, "a\n", undefined))).toEqual([]);
  });

  it("keeps that a file is new, or goes", () => {
    expect(netFiles(actionsOf(undefined, "a\n", "a\nb\n"))[0]?.diff).toContain(
      "new file mode 100644\n--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n",
    );
    expect(netFiles(actionsOf("a\n", "b\n", undefined))[0]?.diff).toContain(
      "deleted file mode 100644\n--- a/src/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
    );
  });

  it("counts only what is applied, or would be", () => {
    const files = [partOf("a\n", "b\n")];
    for (const state of ["held", "discarded", "pending", "failed"] as const)
      expect(netFiles([actionOf({ state, files })])).toEqual([]);
  });

  it("merges the parts of one write, which all begin at the same text", () => {
    const joint = { preHash: "before", postHash: "after", isJoint: true } as const;
    const text = "a\nb\nc\nd\ne\n";
    const files = [partOf(text, "a\nb\nc\nD\ne\n", joint), partOf(text, "A\nb\nc\nd\ne\n", joint)];
    const actions = files.map((file) => actionOf({ state: "applied", files: [file] }));
    expect(applyPatch(text, netFiles(actions)[0]?.diff ?? "")).toBe("A\nb\nc\nD\ne\n");
  });

  it("merges the parts of one write that change other words of a line", () => {
    const joint = { preHash: "before", postHash: "after", isJoint: true } as const;
    const files = [partOf("a b\n", "x b\n", joint), partOf("a b\n", "a y\n", joint)];
    const actions = files.map((file) => actionOf({ state: "applied", files: [file] }));
    expect(applyPatch("a b\n", netFiles(actions)[0]?.diff ?? "")).toBe("x y\n");
  });

  describe("adds what a person applied after the run", () => {
    const action = (before: string, after: string, more: Partial<ActionReport> = {}) =>
      actionOf({ state: "applied", files: [partOf(before, after)], ...more });
    const later = { ruleId: "resolve" };
    const T = "a\nb\nc\nd\ne f g\n";

    it.each<[what: string, actions: readonly ActionReport[], after: string]>([
      [
        "to a text of the run",
        [
          action(T, T.replace("a", "A\nA2"), later),
          action(T, T.replace("b", "B\nB2")),
          action(T.replace("b", "B\nB2"), T.replace("b", "B\nB2").replace("c\n", "")),
        ],
        "A\nA2\nB\nB2\nd\ne f g\n",
      ],
      [
        "to the last text",
        [
          action(T, T.replace("a", "A")),
          action(T.replace("a", "A"), T.replace(/[ab]/g, "-"), later),
        ],
        "-\n-\nc\nd\ne f g\n",
      ],
      [
        "one by one",
        [action(T, T.replace("a", "A"), later), action(T, T.replace("d", "D"), later)],
        "A\nb\nc\nD\ne f g\n",
      ],
      [
        "in a line of which the run changed other words",
        [action(T, T.replace("e", "eee")), action(T, T.replace("g", "ggg"), later)],
        "a\nb\nc\nd\neee f ggg\n",
      ],
    ])("%s", (_what, actions, after) => {
      const [file] = netFiles(actions);
      expect(applyPatch(T, file?.diff ?? "")).toBe(after);
      expect(spliced(T, file?.changes?.changes ?? [])).toBe(after);
    });

    it("unless both change the same words, or the text is none of the run", () => {
      const same = [action(T, T.replace("b", "B")), action(T, T.replace("b", "X"), later)];
      const other = [action(T, T.replace("b", "B")), action(`x\n${T}`, "x\n", later)];
      for (const actions of [same, other]) expect(netFiles(actions)[0]?.changes).toBeUndefined();
    });
  });

  it("puts diffs that do not fit together one after the other", () => {
    const joint = { preHash: "before", postHash: "after", isJoint: true } as const;
    const same = [partOf("a b\n", "x b\n", joint), partOf("a b\n", "xy b\n", joint)];
    const strange = [partOf("a\n", "b\n"), partOf("c\n", "d\n")];
    const broken = [partOf("a\n", "b\n", { diff: "@@ -1,9 +1 @@\n-a\n" })];
    for (const files of [same, strange, broken]) {
      const actions = files.map((file) => actionOf({ state: "applied", files: [file] }));
      const [net] = netFiles(actions);
      expect(net?.diff).toBe(files.map(({ diff }) => diff).join(""));
      expect(net?.changes).toBeUndefined();
    }
  });

  it("gives a patch that leads from the first text to the last, whatever was between them", () => {
    const line = fc.constantFrom("a\n", "b\n", "c\n", "{\n", "\n", "d\r\n");
    const text = fc
      .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("", "end", "a"))
      .map(([lines, end]) => lines.join("") + end);
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (texts) => {
        const [first = "", last = ""] = [texts[0], texts.at(-1)];
        const changing = texts.filter((one, index) => one !== texts[index - 1]);
        const [net] = netFiles(actionsOf(...changing));
        expect(net === undefined ? first : applyPatch(first, net.diff)).toBe(last);
        if (net?.changes !== undefined) expect(spliced(first, net.changes.changes)).toBe(last);
        expect(net?.changes === undefined).toBe(first === last || changing.length < 2);
      }),
      { numRuns: 100 },
    );
  });
});
