import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { SaxesParser } from "saxes";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import type { Report } from "../../../src/model/report/report.ts";
import { createCheckstyleReporter } from "../../../src/report/formats/checkstyle.ts";
import { createGithubReporter } from "../../../src/report/formats/github.ts";
import { createGitlabReporter } from "../../../src/report/formats/gitlab.ts";
import { createRdjsonReporter } from "../../../src/report/formats/rdjson.ts";
import { createRdjsonlReporter } from "../../../src/report/formats/rdjsonl.ts";
import { sarifResults } from "../../../src/report/formats/sarif/sarif-results.ts";
import { createSarifReporter } from "../../../src/report/formats/sarif.ts";
import type { CreateReporter, ReportStyle } from "../../../src/report/reporter.ts";
import { actionOf } from "../../action/builders.ts";
import { fullReport } from "../../support/full-report.ts";
import { ReportBuilder } from "../../support/report-builder.ts";

const STYLE: ReportStyle = { color: false, verbose: false, quiet: false, version: "1.2.3" };

const FORMATS: readonly (readonly [name: string, create: CreateReporter])[] = [
  ["sarif", createSarifReporter],
  ["github", createGithubReporter],
  ["gitlab", createGitlabReporter],
  ["checkstyle", createCheckstyleReporter],
  ["rdjson", createRdjsonReporter],
  ["rdjsonl", createRdjsonlReporter],
];

function textOf(create: CreateReporter, report: Report, style: Partial<ReportStyle> = {}): string {
  return [...(create({ ...STYLE, ...style }).onReport?.(report) ?? [])].join("");
}

const schema = JSON.parse(
  readFileSync(new URL("../../fixtures/schemas/sarif-2.1.0.json", import.meta.url), "utf8"),
);
const { $schema: _draft, id: _id, ...body } = schema;
const isSarif = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  body,
);

/** The Reviewdog Diagnostic Format: the messages of its `reviewdog.proto`, and no other keys. */
const position = z.strictObject({ line: z.int().min(1), column: z.int().min(1).optional() });
const range = z.strictObject({ start: position, end: position.optional() });
const source = z.strictObject({ name: z.string(), url: z.string() });
const diagnostic = z.strictObject({
  message: z.string(),
  location: z.strictObject({ path: z.string().min(1), range: range.optional() }),
  severity: z.enum(["ERROR", "WARNING", "INFO"]),
  source: source.optional(),
  code: z.strictObject({ value: z.string(), url: z.url() }),
  suggestions: z.array(z.strictObject({ range, text: z.string() })).optional(),
});
const rdjson = z.strictObject({ source, diagnostics: z.array(diagnostic) });

/** What GitLab reads of Code Quality. */
const gitlab = z.array(
  z.strictObject({
    type: z.literal("issue"),
    description: z.string().min(1),
    check_name: z.string().min(1),
    categories: z.array(z.string()),
    fingerprint: z.string().regex(/^[0-9a-f]{40}$/),
    severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
    location: z.strictObject({
      path: z.string().regex(/^(?!\.\/)/),
      lines: z.strictObject({ begin: z.int().min(1), end: z.int().min(1) }),
    }),
  }),
);

/** Fails if a text is not in the shape of its format. */
function expectShape(name: string, text: string): void {
  if (name === "sarif")
    expect(isSarif(JSON.parse(text)), JSON.stringify(isSarif.errors)).toBe(true);
  if (name === "rdjson") rdjson.parse(JSON.parse(text));
  if (name === "rdjsonl")
    for (const line of text.trimEnd().split("\n")) diagnostic.parse(JSON.parse(line));
  if (name === "gitlab") {
    const issues = gitlab.parse(JSON.parse(text));
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
  }
  if (name === "github")
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^::(error|warning|notice) /);
  if (name === "checkstyle") expectXml(text);
}

/** Elements of well-formed XML 1.0. */
function expectXml(text: string): void {
  const names = new Set<string>();
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name }) => names.add(name));
  parser.write(text).close();
  expect([...names]).toEqual(expect.arrayContaining(["checkstyle"]));
}

describe.each(FORMATS)("%s", (name, create) => {
  it("tells a run with all verdicts and states", () => {
    const text = textOf(create, fullReport());
    expectShape(name, text);
    expect(text).toMatchSnapshot();
  });

  it("is whole for a run in which nothing happened", () => {
    const text = textOf(create, new ReportBuilder({}).report());
    if (name !== "github" && name !== "rdjsonl") expectShape(name, text);
    else expect(text).toBe("");
  });

  it("has no text of the tree, of a model or of a policy that a log, a terminal or a reader obeys", () => {
    const hostile =
      "x\n::error::forged\r\n##vso[task]\u001b[2J\u0000\ud800 [a](https://x) %0A <b>&\"'";
    const names = { recipe: hostile, step: hostile, label: hostile, ruleId: hostile };
    const run = new ReportBuilder({ "a\u0007\ud800:,%\n::b.ts": "a\ud800\u001b\n" });
    for (const state of ["held", "failed", "applied"] as const)
      run.add(
        "s",
        { "a\u0007\ud800:,%\n::b.ts": `b${state}\udc00\u0001` },
        { ...names, state, reason: hostile, result: hostile },
      );
    const alerts = [{ level: "error", code: hostile, message: hostile, path: hostile }] as const;
    const text = textOf(create, run.report({ alerts }));
    expectShape(name, text);
    expect(text).not.toMatch(/^::(?!(error|warning|notice) )/m);
    if (name === "github") {
      expect(text.trimEnd().split("\n")).toHaveLength(4);
      expect(text).not.toContain("##vso[");
    }
    expect(text).not.toMatch(/\p{Cs}/u);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal obeys
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
    // Half of a pair is shown as text: in JSON its backslash is one of two.
    if (/^[[{]/.test(text)) expect(text).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/i);
  });

  it("bounds what it has of a line of 1 MB", () => {
    const long = "x".repeat(1_000_000);
    const run = new ReportBuilder({ "a.ts": `old(${long})\n` });
    run.add("s", { "a.ts": [["old", "fresh"]] }, {});
    const text = textOf(create, run.report());
    expectShape(name, text);
    expect(text.length).toBeLessThan(5000);
    expect(text).toContain("its fix is too long");
  });
});

describe("positions", () => {
  const TREE = { "sub/ü b#1.ts": "\uFEFF/* 😀 */ old(1);\r\nold(2);\r\n" };
  const run = new ReportBuilder(TREE);
  run.add(
    "s",
    {
      "sub/ü b#1.ts": [
        ["old(1)", "a"],
        ["old(2)", "b"],
      ],
    },
    { state: "held" },
  );

  it("count UTF-16 code units in SARIF, and UTF-8 bytes with the byte order mark for reviewdog", () => {
    const sarif = JSON.parse(textOf(createSarifReporter, run.report(), { folder: "packages/x" }));
    const [first, second] = sarif.runs[0].results;
    expect(first.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: "packages/x/sub/%C3%BC%20b%231.ts", uriBaseId: "%SRCROOT%" },
      region: { startLine: 1, startColumn: 10, endLine: 1, endColumn: 16 },
    });
    expect(second.locations[0].physicalLocation.region.startLine).toBe(2);
    const { diagnostics } = JSON.parse(textOf(createRdjsonReporter, run.report()));
    expect(diagnostics[0].location).toEqual({
      path: "sub/ü b#1.ts",
      range: { start: { line: 1, column: 15 }, end: { line: 1, column: 21 } },
    });
  });

  it("point to no file outside of the checkout", () => {
    const [action] = run.report().actions;
    const files = (action?.files ?? []).map((file) => ({ ...file, path: "../up.ts" }));
    const report = run.report({ actions: [{ ...actionOf(), files, state: "held" }] });
    expect(textOf(createGithubReporter, report)).not.toContain("file=");
    expect(textOf(createSarifReporter, report)).not.toContain("up.ts");
    expect(textOf(createGitlabReporter, report)).toBe("[]\n");
  });
});

describe("fingerprints", () => {
  const issuesOf = (text: string): z.infer<typeof gitlab> => {
    const run = new ReportBuilder({ "a.ts": text });
    run.add(
      "s",
      {
        "a.ts": [
          ["old(1)", "x"],
          ["old(1)", "x"],
          ["old(2)", "x"],
        ],
      },
      {},
    );
    return gitlab.parse(JSON.parse(textOf(createGitlabReporter, run.report())));
  };

  test("stay when lines move, and differ for equal lines", () => {
    const [here, moved] = [
      "old(1);\nold(1);\nold(2);\n",
      "// new\n\nold(1);\n  old(1);\nold(2);\n",
    ].map(issuesOf);
    expect(moved?.map(({ fingerprint }) => fingerprint)).toEqual(
      here?.map(({ fingerprint }) => fingerprint),
    );
    expect(moved?.map(({ location }) => location.lines.begin)).toEqual([3, 4, 5]);
    expect(new Set(here?.map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });
});

/** A report of many replacements; one file has failed, and of a hundred one is held. */
function manyReplacements(count: number, perFile: number): Report {
  const run = new ReportBuilder({});
  const regions = Array.from({ length: perFile }, (_, index) => {
    const place = { startLine: index + 1, startColumn: 1, endLine: index + 1, endColumn: 4 };
    return { op: "ops[0]", before: place, after: place };
  });
  const lines = (sign: string) =>
    Array.from(
      { length: perFile },
      (_, index) => `${sign}${sign === "-" ? "old" : "new"}(${index});\n`,
    ).join("");
  for (let file = 0; file * perFile < count; file += 1) {
    const path = `src/file-${file}.ts`;
    const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
    const diff = `${head}@@ -1,${perFile} +1,${perFile} @@\n${lines("-")}${lines("+")}`;
    const part = {
      path,
      language: "typescript",
      replacements: perFile,
      superseded: [],
      diff,
      regions,
    };
    const counts = {
      additions: perFile,
      deletions: perFile,
      preHash: "0".repeat(64),
      postHash: "1".repeat(64),
    };
    const state = file === 7 ? "failed" : file % 100 === 50 ? "held" : "applied";
    const facts = { ...actionOf().facts, replacements: perFile, files: [path] };
    run.actions.push(actionOf({ id: `${file}`, state, facts, files: [{ ...part, ...counts }] }));
  }
  return run.report();
}

describe("the limits of consumers", () => {
  test("500 findings are at most ten annotations of each level, the last of which says where the rest is", () => {
    const report = manyReplacements(500, 2);
    const lines = textOf(createGithubReporter, report).trimEnd().split("\n");
    const levels = lines.map((line) => /^::(\w+)/.exec(line)?.[1]);
    expect(levels.filter((level) => level === "error")).toHaveLength(2);
    expect(levels.filter((level) => level === "warning")).toHaveLength(4);
    expect(levels.filter((level) => level === "notice")).toHaveLength(10);
    expect(lines.at(-1)).toBe(
      "::notice::485 more. All of them: sluice report 20260102-030405-abcdef --report json=PATH",
    );
    const reports = [{ format: "json" as const, path: "out/r.json" }];
    expect(textOf(createGithubReporter, report, { reports })).toContain(
      "485 more. All of them are in out/r.json.",
    );
  });

  test("sarif leaves out the fixes first, and then the results that are least urgent", () => {
    const report = manyReplacements(300, 2);
    const limited = (results: number, bytes: number) => {
      const { texts, total, withoutFix } = sarifResults(report, STYLE, { results, bytes });
      expect(total).toBe(300);
      expect(texts.join(",\n").length).toBeLessThan(bytes);
      const levels = texts.map((text) => JSON.parse(text).level);
      expect(levels.slice(0, 5)).toEqual(["error", "error", "warning", "warning", "note"]);
      return { results: texts.length, withoutFix };
    };
    expect(limited(1000, 1_000_000)).toEqual({ results: 300, withoutFix: 0 });
    expect(limited(250, 1_000_000)).toEqual({ results: 250, withoutFix: 0 });
    const narrow = limited(1000, 150_000);
    expect(narrow.results).toBe(300);
    expect(narrow.withoutFix).toBeGreaterThan(10);
    expect(limited(1000, 50_000).results).toBeLessThan(200);
  });

  test("a line for reviewdog stays below 65,536 bytes, beyond which it reads nothing", () => {
    const run = new ReportBuilder({ "a.ts": `old(${"日".repeat(30_000)})\n` });
    run.add("s", { "a.ts": [["old", "fresh"]] }, {});
    const text = textOf(createRdjsonlReporter, run.report());
    expect(Buffer.byteLength(text)).toBeLessThan(65_536);
    expect(text).toContain("its fix is too long for this format");
    expect(textOf(createRdjsonReporter, run.report())).toContain('"suggestions"');
  });
});
