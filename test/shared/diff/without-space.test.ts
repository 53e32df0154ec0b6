import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../../src/edit/text/unified-diff.ts";
import { withoutSpace } from "../../../src/shared/diff/without-space.ts";

function shown(before: string, after: string) {
  const { diff, ...counts } = withoutSpace(unifiedDiff("a.js", before, after).text);
  return { ...counts, lines: diff.split("\n").filter((line) => /^[-+ ](?![-+]{2} )/.test(line)) };
}

describe("withoutSpace", () => {
  it("shows lines that are only set in as unchanged, as they are after the change", () => {
    expect(shown("a();\nb( 1 );\n", "if (x) {\n  a();\n  b(1);\n}\n")).toEqual({
      ...{ additions: 2, deletions: 0 },
      lines: ["+if (x) {", "   a();", "   b(1);", "+}"],
    });
  });

  it("keeps what changes besides, also in lines without an end", () => {
    expect(shown("a();\n  b();\nc", "  a();\nd();\n  c")).toEqual({
      ...{ additions: 1, deletions: 1 },
      lines: ["   a();", "-  b();", "+d();", "   c"],
    });
  });

  it("leaves out hunks, and files, without another change", () => {
    const lines = Array.from({ length: 30 }, (_each, at) => `line${at};\n`);
    const after = lines.map((line, at) => (at === 3 ? `  ${line}` : at === 25 ? "other;\n" : line));
    expect(
      shown(lines.join(""), after.join("")).lines.filter((line) => !line.startsWith(" ")),
    ).toEqual(["-line25;", "+other;"]);
    expect(withoutSpace(unifiedDiff("a.js", "a\n", " a\n").text)).toEqual({
      diff: "",
      additions: 0,
      deletions: 0,
    });
  });

  it("leaves a diff without hunks, and a new file, as they are", () => {
    const renamed = "diff --git a/x b/x\nold mode 1\n";
    expect(withoutSpace(renamed).diff).toBe(renamed);
    const fresh = unifiedDiff("a.js", "", "a\nb\n").text;
    expect(withoutSpace(fresh).diff).toBe(fresh);
  });
});
