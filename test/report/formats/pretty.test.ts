import picocolors from "picocolors";
import { describe, expect, it } from "vitest";
import { GROUPINGS } from "../../../src/model/report/groupings.ts";
import type { ActionReport, Report } from "../../../src/model/report/report.ts";
import { createPrettyReporter } from "../../../src/report/formats/pretty.ts";
import { type ChangesView, DEFAULT_VIEW } from "../../../src/report/overview/changes-view.ts";
import { splitFolders } from "../../../src/report/overview/split-folders.ts";
import { prettyDiff } from "../../../src/report/pretty-diff.ts";
import { cellsOf, fitEnd, fitPath } from "../../../src/report/terminal/cells.ts";
import { asciiText } from "../../../src/report/terminal/marks.ts";
import { fullReport } from "../../support/full-report.ts";

interface Style {
  readonly color?: boolean;
  readonly columns?: number;
  readonly view?: Partial<ChangesView>;
}

function shown(report: Report, { color = false, columns, view }: Style = {}): string {
  const all = { ...DEFAULT_VIEW, ...view };
  const style = { color, columns, view: all, quiet: false, verbose: false };
  return [...(createPrettyReporter(style).onReport?.(report) ?? [])].join("");
}

/** A report with so many actions, of which the last three are held. */
function largeReport(count: number): Report {
  const [first] = fullReport().actions;
  if (first === undefined) throw new Error("The full report has no action.");
  const actions = Array.from({ length: count }, (_each, index): ActionReport => {
    const path = `packages/p${index % 40}/src/folder${index % 7}/file${index}.ts`;
    const diff = `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-old(${index});\n+fresh(${index});\n`;
    const { files, facts } = first;
    const file = { ...files[0], path, diff, additions: 1, deletions: 1 } as (typeof files)[0];
    return {
      ...first,
      id: String(index),
      state: index < count - 3 ? "applied" : "held",
      facts: { ...facts, files: [path], fileCount: 1, owners: [`@team${index % 5}`] },
      files: [file],
    };
  });
  return fullReport({ actions, files: [], checks: [], commits: [] });
}

describe("pretty", () => {
  it.each<[what: string, style: Style]>([
    ["without color", {}],
    ["in color", { color: true }],
    ["--stat in 40 columns", { columns: 40, view: { isStat: true } }],
    ["--net", { view: { isNet: true } }],
    ...GROUPINGS.map((groupBy): [string, Style] => [
      `--group-by ${groupBy}`,
      { view: { groupBy } },
    ]),
  ])("shows all verdicts and states: %s", async (what, style) => {
    const name = what.replace(/\W+/g, "-").replace(/^-/, "");
    const text = shown(fullReport(), style).replaceAll("\x1b", "\\e");
    await expect(text).toMatchFileSnapshot(`../../fixtures/pretty/${name}.txt`);
  });

  it("shows many changes as a digest of at most 120 lines, what is held at its end", () => {
    const report = largeReport(652);
    const text = shown(report);
    expect(text.split("\n").length).toBeLessThanOrEqual(120);
    expect(text.match(/^◼ held packages\/.*/gm)).toHaveLength(3);
    expect(text.indexOf("◼ held")).toBeGreaterThan(text.indexOf("by rule"));
    expect(text).toContain("1,304 changed lines, too many to show.");
    const narrow = shown(report, { columns: 40 }).split("\n");
    const tables = narrow.slice(
      narrow.indexOf("") + 1,
      narrow.findIndex((l) => l.startsWith("by rule")),
    );
    expect(tables.filter((line) => cellsOf(line) > 40 && !line.includes("held"))).toEqual([]);
    expect(shown(report, { view: { isFull: true } }).match(/^-old/gm)).toHaveLength(652);
    expect(shown(report, { view: { isStat: true } }).match(/ \| 2 \+-$/gm)).toHaveLength(649);
    expect(shown(report, { view: { groupBy: "owner" } })).toMatch(/^ {2}@team0 +131 /m);
    expect(shown(report, { view: { writtenTo: ["all.patch"] } })).toContain(
      "too many to show. They are in all.patch",
    );
  });

  it("shows of many held actions the first of each step and rule, and does not call the others alike", () => {
    const report = largeReport(652);
    const actions = report.actions.map((action, index) => {
      const [path = ""] = action.facts.files;
      const reason = `Lost: ${path}:12 \`a\`, ${path}:34 \`b\`.`;
      return {
        ...action,
        reason,
        state: "held" as const,
        ruleId: index % 4 === 0 ? "few" : "many",
      };
    });
    const text = shown({ ...report, actions });
    expect(text.match(/ — Lost: line 12 `a`, line 34 `b`\. \[rule/g)).toHaveLength(2);
    expect(text.match(/^◼ held .*\[rule (?:few|many)\]$/gm)).toHaveLength(2);
    expect(
      text.match(/^ {2}… and \d+ more of this step and rule: (?:\S+, ){2}\S+ and \d+ more$/gm),
    ).toHaveLength(2);
    expect(text).not.toContain("more held");
  });

  it("names what shows the changes that it leaves out, and only that", () => {
    const [first, ...others] = shown(largeReport(652)).split("\n");
    expect(others.join("\n")).toContain("file650.ts — ");
    expect(first).toMatch(/ --full; what was written: --net, --stat, --report patch=FILE$/);
    const held = largeReport(652);
    const actions = held.actions.map((action) => ({ ...action, state: "held" as const }));
    expect(shown({ ...held, actions })).toMatch(
      /too many to show\. To see all: sluice report \S+ --full\n/,
    );
    expect(shown(held, { view: { isNet: true } })).toContain("written: --stat, --report");
  });

  it("counts the actions of the sums of files, under the names of all their groups", () => {
    const [first] = largeReport(4).actions;
    if (first === undefined) throw new Error("The large report has no action.");
    const again = { ...first, id: "again", step: "again", state: "applied" as const };
    const report = { ...largeReport(4), actions: [first, again] };
    for (const view of [{ isNet: true }, { isStat: true }]) {
      const text = shown(report, { view: { ...view, groupBy: "step" } });
      expect(text).toMatch(/^(?:── )?\S+ › \S+, \S+ › again {2}1 file, 2 actions$/m);
    }
    expect(shown(report, { view: { isStat: true } })).toMatch(/^packages\S+ \| 4 \+\+--$/m);
  });

  it("reads no diff of a run that is too large to show", () => {
    const report = largeReport(2000);
    let reads = 0;
    for (const { files, state } of report.actions)
      for (const file of files)
        if (state !== "held")
          Object.defineProperty(file, "diff", {
            get() {
              reads += 1;
              return "";
            },
          });
    shown(report);
    expect(reads).toBe(0);
  });
});

describe("a diff", () => {
  const colors = picocolors.createColors(true);
  const diffOf = (before: string, after: string) =>
    `--- a/a\n+++ b/a\n@@ -1 +1 @@\n-${before}\n+${after}\n`;

  it("has the words that changed inverted, and no others", () => {
    const text = prettyDiff(diffOf("const a = old(1);", "const a = fresh(1);"), colors);
    expect(text).toContain("\x1b[31m-const a = \x1b[7mold\x1b[27m(1);\x1b[39m");
    expect(text).toContain("\x1b[32m+const a = \x1b[7mfresh\x1b[27m(1);\x1b[39m");
    expect(prettyDiff(diffOf("one two", "all that is new"), colors)).not.toContain("\x1b[7m");
  });

  it("shows of a very long line where it changes, and its length", () => {
    const long = "x".repeat(2_500_000);
    const plain = prettyDiff(
      diffOf(`${long}old${long}`, `${long}new${long}`),
      picocolors.createColors(false),
    );
    expect(plain.length).toBeLessThan(2000);
    expect(plain).toMatch(/^-…x{60}oldx+… \(a line of 5,000,003 characters\)$/m);
    expect(plain).toMatch(/^\+…x{60}newx+… /m);
  });

  it("is cut between two characters, and differs where there is ASCII alone", () => {
    const plain = picocolors.createColors(false);
    const [one, other] = ["é😀".repeat(400), `é${"😀é".repeat(400)}x`];
    expect(prettyDiff(diffOf(one, other), plain)).not.toMatch(/\\u[dD]/);
    expect(prettyDiff(diffOf(`x${one}`, `y${other}`), plain)).not.toMatch(/\\u[dD]/);
    const [, , , removed = "", added = ""] = asciiText(
      prettyDiff(diffOf("a → b “q”", 'a -> b "q"'), plain, true),
    ).split("\n");
    expect([removed, added]).toEqual(["-a \\u2192 b \\u201cq\\u201d", '+a -> b "q"']);
  });

  it("shows a line end that changes, and no others", () => {
    const plain = picocolors.createColors(false);
    expect(prettyDiff(diffOf("a\r", "a"), plain)).toMatch(/-a\\x0d\n\+a$/);
    expect(prettyDiff(diffOf("a\r", "b\r"), plain)).toMatch(/-a\n\+b$/);
  });
});

describe("the width of a terminal", () => {
  it("is counted in cells, and paths are shortened in their middle", () => {
    expect(["日本🙂", "e\u0301", "👩‍👩‍👧", "❤️", "ﾊ"].map(cellsOf)).toEqual([6, 1, 2, 2, 1]);
    expect(fitEnd("日本語", 5)).toBe("日本…");
    expect(fitPath("packages/app/src/deep/in/here/file.ts", 24)).toBe("packages/…/here/file.ts");
    expect(fitPath(`src/${"ü".repeat(50)}.ts`, 12)).toBe(`…${"ü".repeat(8)}.ts`);
  });

  it("has ASCII for every mark where there is no Unicode", () => {
    expect(asciiText("✔ applied › a — … ◼ ✘ • → · ─")).toMatch(/^[ -~]+$/);
    const report = shown(largeReport(652));
    expect(asciiText(report)).toMatch(/^[ -~\n]+$/);
  });
});

it("splits only full folders, and leaves none out", () => {
  const paths = [
    "a/1",
    "b/x/1",
    "b/y/1",
    "b/y/2",
    ...Array.from({ length: 50 }, (_, n) => `c/d${n}/f`),
  ];
  const folders = splitFolders(paths, 8);
  expect(folders.length).toBeLessThanOrEqual(8);
  expect(folders.flatMap((folder) => folder.paths).sort()).toEqual([...paths].sort());
  expect(folders.map(({ name }) => name)).toContain("b/");
});
