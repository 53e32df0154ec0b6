import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ComparisonPage } from "../../../src/model/page/comparison-page.ts";
import type { PageActionDetail } from "../../../src/model/page/page-action.ts";
import type { PageData } from "../../../src/model/page/page-data.ts";
import type { ComparedFileDetail } from "../../../src/model/page/page-file.ts";
import type { ActionReport, Report } from "../../../src/model/report/report.ts";
import {
  compareReports,
  type NamedReport,
} from "../../../src/report/comparison/compare-reports.ts";
import { comparerOf } from "../../../src/report/comparison/comparers.ts";
import { createHtmlReporter } from "../../../src/report/formats/html.ts";
import { bounded, cutText, PAGE_LIMITS } from "../../../src/report/html/bounds.ts";
import { elementOf } from "../../../src/report/html/data-element.ts";
import { pageDiff } from "../../../src/report/html/page-diff.ts";
import { actionOf } from "../../action/builders.ts";
import { fullReport } from "../../support/full-report.ts";
import { cli } from "../../support/run-cli.ts";
import { readText, tempTree } from "../../support/temp-tree.ts";
import { recipeOf } from "../../support/yaml.ts";

function pageOf(report: Report): string {
  return [...(createHtmlReporter({}).onReport?.(report) ?? [])].join("");
}

/** The value of an element of the page. */
function valueIn(page: string, id: string): unknown {
  const [, text = ""] =
    new RegExp(`<script type="application/json" id="${id}">(.*)</script>`).exec(page) ?? [];
  return JSON.parse(text);
}

describe("--report html", () => {
  const page = pageOf(fullReport());

  it("holds all parts of a report with all verdicts and states", () => {
    const data = valueIn(page, "data") as PageData;
    expect(new Set(data.actions.items.map(({ state }) => state)).size).toBe(6);
    expect(data).toMatchSnapshot();
    expect(valueIn(page, "part-0")).toMatchSnapshot();
  });

  it("lets only its own script and styles count, by their hashes, and loads nothing", () => {
    const inside = (tag: string) => [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, "g"))];
    const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
    const hashOf = (text = "") => createHash("sha256").update(text).digest("base64");
    expect(inside("script")).toHaveLength(1);
    expect(inside("style")).toHaveLength(1);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${hashOf(inside("script")[0]?.[1])}'`,
      `style-src 'sha256-${hashOf(inside("style")[0]?.[1])}'`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|base)\b| src=| style=/);
  });

  it("is the same for the same report, and adds less than 250 KB to its data", () => {
    expect(pageOf(fullReport())).toBe(page);
    const data = [...page.matchAll(/<script type="application\/json".*<\/script>/g)].join("");
    expect(page.length - data.length).toBeLessThan(250_000);
  });

  it("never ends its own elements with a text of a repository, and keeps its value", () => {
    const hostile = [
      "</script><script>alert(1)</script>",
      "<!--<script>",
      "]]>",
      "\u2028\u202e\u0007\ud83d\0",
      "##vso[task.setvariable]",
      "\n::set-output name=x::y",
    ];
    const text = elementOf("data", hostile);
    expect(text).toMatch(/^<script type="application\/json" id="data">[^<\n]*<\/script>\n$/);
    expect(text).not.toMatch(/##\w*\[|[\u2028\u202e\0\ud83d]/);
    expect(valueIn(text, "data")).toEqual(hostile);
  });

  it("shows a title that is text", () => {
    const report = fullReport();
    const named = { ...report, run: { ...report.run, id: "</title><script>alert(1)</script>" } };
    expect(pageOf(named)).toContain(
      "<title>Sluice: run &#60;/title&#62;&#60;script&#62;alert(1)&#60;/script&#62;</title>",
    );
  });

  it("reads each diff once, and lists what needs a person first", () => {
    let reads = 0;
    const [file] = fullReport().actions.flatMap(({ files }) => files);
    if (file === undefined) throw new Error("A report without files.");
    const counting = {
      ...file,
      get diff() {
        reads += 1;
        return file.diff;
      },
    };
    const held = actionOf({ id: "held", state: "held", files: [counting] });
    const actions = [actionOf({ id: "applied" }), held];
    const page = pageOf(fullReport({ actions, files: [] }));
    const { items } = (valueIn(page, "data") as PageData).actions;
    expect(items.map(({ id, order }) => [id, order])).toEqual([
      ["held", 1],
      ["applied", 0],
    ]);
    expect(reads).toBe(1);
  });

  it("keeps lists and texts within bounds, and says how much is missing", () => {
    const diagnostic = { code: "x", severity: "warning" as const, message: "m" };
    const diagnostics = new Array(PAGE_LIMITS.entries + 7).fill(diagnostic);
    const data = valueIn(pageOf(fullReport({ diagnostics })), "data") as PageData;
    expect([data.diagnostics.items.length, data.diagnostics.more]).toEqual([
      PAGE_LIMITS.entries,
      7,
    ]);
    const op = { id: "ops[0]", matches: 0, files: 0, superseded: 0, isExplained: true, notes: [] };
    const files = { searched: 1, changed: 0, unchanged: 1, skipped: 0 };
    const ops = new Array(PAGE_LIMITS.inner + 3).fill(op);
    const why = [{ recipe: "r", step: "s", tool: "ast_edit", files, notes: [], ops }];
    const steps = (valueIn(pageOf(fullReport({ why })), "data") as PageData).why;
    expect(steps?.items.map((step) => [step.ops.items.length, step.ops.more])).toEqual([
      [PAGE_LIMITS.inner, 3],
    ]);
    expect(cutText("x".repeat(PAGE_LIMITS.text + 3)).more).toBe(3);
    expect(bounded([1, 2, 3], 2)).toEqual({ items: [1, 2], more: 1 });
  });
});

describe("a page that is there", () => {
  it("is replaced by that of the next run, and a page of somebody else is not", async () => {
    const root = tempTree({
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
      "a.ts": "old(1);\n",
      "page.html": pageOf(fullReport()),
      "own.html": "<!doctype html>\n<p>mine</p>\n",
    });
    const preview = (path: string) =>
      cli(root, ["preview", "recipe.yaml", `--report=html=${path}`]);
    expect((await preview("page.html")).exitCode).toBe(0);
    expect(readText(root, "page.html")).toContain("fresh(1);");
    const { exitCode, stderr } = await preview("own.html");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("is not a report")]);
    expect(readText(root, "own.html")).toContain("mine");
  });
});

describe("the page of a stored run", () => {
  it("is the same bytes each time", async () => {
    const root = tempTree({
      "recipe.yaml": recipeOf([["old($A)", "fresh($A)"]]),
      "a.ts": "old(1);\n",
    });
    expect((await cli(root, ["run", "recipe.yaml", "--policy=apply-all"])).exitCode).toBe(0);
    for (const name of ["one.html", "two.html"])
      expect((await cli(root, ["report", "last", `--report=html=${name}`])).exitCode).toBe(0);
    expect(readText(root, "one.html")).toContain("fresh(1);");
    expect(readText(root, "two.html") === readText(root, "one.html")).toBe(true);
  });
});

describe("--compare with html", () => {
  const comparedPage = (before: Report, after: Report) => {
    const [one, other] = [before, after].map((report, index) => ({
      ...{ kind: "report" as const, name: `${index}.json`, report },
    })) as [NamedReport, NamedReport];
    const comparison = compareReports(one, other, { check: false });
    const page = [...(comparerOf("html")?.(comparison, { color: false }) ?? [])].join("");
    return { page, data: valueIn(page, "data") as ComparisonPage };
  };

  it("holds what is different, and the diffs of both sides in a part", () => {
    const [first, ...others] = fullReport().actions;
    const discarded = { ...first, state: "discarded", reason: "No." } as ActionReport;
    const { page, data } = comparedPage(
      fullReport(),
      fullReport({ actions: [discarded, ...others.slice(0, -1)] }),
    );
    expect(data.changed.items).toEqual([
      {
        differs: ["state", "reason"],
        before: expect.objectContaining({ state: "applied", reason: "It is small." }),
        after: expect.objectContaining({ state: "discarded", reason: "No.", rule: "small" }),
      },
    ]);
    expect(data.new).toEqual({ items: [], more: 0 });
    expect(data.gone.items).toEqual([
      expect.objectContaining({ label: "Rewrite all \u202eevil\u0007", paths: ["src/a.ts"] }),
    ]);
    expect(data.files.items).toEqual([
      {
        path: "src/app.ts",
        before: { additions: 3, deletions: 3, isNew: false, isDeleted: false },
        after: { additions: 1, deletions: 1, isNew: false, isDeleted: false },
        ...{ part: 0, at: 0 },
      },
    ]);
    const [diffs] = valueIn(page, "part-0") as readonly ComparedFileDetail[];
    expect(diffs?.before?.text).toContain("-end();");
    expect(diffs?.after?.text).not.toContain("-assert.equal(a, b);");
  });

  it("cuts a line of 5 MB on both sides, and says by how much", () => {
    const [base] = fullReport().actions.flatMap(({ files }) => files);
    if (base === undefined) throw new Error("A report without files.");
    const actionOn = (path: string, line: string, at: number) => {
      const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
      const diff = `${head}@@ -1 +1 @@\n-x\n+${line}\n`;
      const postHash = line.length.toString(16).padStart(64, "0");
      return actionOf({ id: `a${at}`, files: [{ ...base, path, diff, postHash }] });
    };
    const long = (length: number) =>
      fullReport({ actions: [actionOn("long.js", "y".repeat(length), 0)], files: [] });
    const { page, data } = comparedPage(long(5_000_000), long(5_000_001));
    expect(page.length).toBeLessThan(300_000);
    const [detail] = valueIn(page, "part-0") as readonly ComparedFileDetail[];
    const missing = 5_000_000 - PAGE_LIMITS.line + 1;
    expect(detail?.before?.cuts).toEqual([[5, missing]]);
    expect(detail?.after?.cuts).toEqual([[5, missing + 1]]);
    expect(data.files.items[0]?.after?.additions).toBe(1);
  });
});

describe("pageDiff", () => {
  const head = "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n";

  it("leaves a diff as it is, and counts it", () => {
    const budget = { left: 1000 };
    expect(pageDiff(`${head}-a\n+b\n`, budget)).toEqual({ text: `${head}-a\n+b\n` });
    expect(budget.left).toBe(1000 - head.length - 6);
  });

  it("cuts a line of 5 MB, and says by how much", () => {
    const long = `+${"x".repeat(5_000_000)}\n`;
    const { text, cuts, moreLines } = pageDiff(`${head}${long} c\n`, { left: 64_000_000 });
    expect(
      text
        .split("\n")
        .map(({ length }) => length)
        .slice(4),
    ).toEqual([PAGE_LIMITS.line, 2, 0]);
    expect(cuts).toEqual([[4, long.length - PAGE_LIMITS.line - 1]]);
    expect(moreLines).toBeUndefined();
  });

  it.each([
    ["of a diff", PAGE_LIMITS.diffs],
    ["of what is left", 1000],
  ])("ends at the bound %s, with the number of the other lines", (_what, left) => {
    const lines = 20_000;
    const budget = { left };
    const { text, moreLines = 0 } = pageDiff(
      `${head}${"+a line of a diff, as it is\n".repeat(lines)}`,
      budget,
    );
    expect(text.length).toBeLessThanOrEqual(Math.min(left, PAGE_LIMITS.diff));
    expect(text.split("\n").length - 1 + moreLines).toBe(4 + lines);
    expect(budget.left).toBe(left - text.length);
  });
});

describe("what is shown of an action", () => {
  it("has the trace, the facts and the diffs of that action", () => {
    const page = pageOf(fullReport());
    const { items } = (valueIn(page, "data") as PageData).actions;
    const { part = -1, at = -1 } = items.find(({ id }) => id === "a1") ?? {};
    const detail = (valueIn(page, `part-${part}`) as readonly PageActionDetail[])[at];
    const [action] = fullReport().actions;
    expect(detail?.trace).toEqual(action?.trace);
    expect(detail?.checks).toEqual([{ name: "types", outcome: "failed" }]);
    expect(detail?.facts.map(([name]) => name)).toEqual(Object.keys(action?.facts ?? {}));
    expect(detail?.files.map(({ path, diff }) => [path, diff.text])).toEqual(
      action?.files.map(({ path, diff }) => [path, diff]),
    );
  });
});
