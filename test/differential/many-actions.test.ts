import { expect, it } from "vitest";
import type { ReportFormat } from "../../src/model/report/formats.ts";
import type { ActionReport, Report } from "../../src/model/report/report.ts";
import { totalsOf } from "../../src/model/report/totals.ts";
import { loadReporter } from "../../src/report/reporters.ts";
import { touchedFiles } from "../../src/shared/diff/touched-files.ts";
import { fullReport } from "../support/full-report.ts";

/** The most that a report may have; bytes. Others have a row for each action. */
const MOST: Readonly<Record<string, number>> = {
  pretty: 200_000,
  github: 50_000,
  markdown: 1024 ** 2,
  sarif: 10_000_000,
};

/** A report with so many actions, each of one replacement; every fourth is held. */
function reportOf(count: number): Report {
  const [first] = fullReport().actions;
  if (first === undefined) throw new Error("The full report has no action.");
  const [file] = first.files;
  if (file === undefined) throw new Error("Its first action has no file.");
  const before = { startLine: 1, startColumn: 1, endLine: 1, endColumn: 7 };
  const actions = Array.from({ length: count }, (_each, index): ActionReport => {
    const path = `packages/p${index % 90}/src/file${index}.ts`;
    const head = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`;
    const diff = `${head}@@ -1 +1 @@\n-old(${index});\n+fresh(${index});\n`;
    return {
      ...first,
      id: index.toString(16).padStart(16, "0"),
      state: index % 4 === 0 ? "held" : "applied",
      facts: { ...first.facts, files: [path], fileCount: 1 },
      files: [{ ...file, path, diff, regions: [{ op: "ops[0]", before, after: before }] }],
    };
  });
  const totals = { ...fullReport().totals, ...totalsOf(actions, [], new Set()) };
  return fullReport({ actions, totals, files: touchedFiles(actions), checks: [], commits: [] });
}

/** Reads a report piece by piece, as it is written. */
async function read(format: ReportFormat, report: Report) {
  const reporter = (await loadReporter(format))({ color: false, verbose: false, quiet: false });
  let bytes = 0;
  let text = "";
  for (const piece of reporter.onReport?.(report) ?? []) {
    bytes += Buffer.byteLength(piece);
    if (bytes < 12_000_000) text += piece;
  }
  return { bytes, text };
}

const many = reportOf(100_000);

// All formats: node bench/reports.mjs 1000000
it.each(["pretty", "json", "junit", "csv", "markdown", "html"] as const)(
  "tells of 100,000 actions within seconds: %s",
  async (format) => {
    const before = process.cpuUsage();
    const { bytes } = await read(format, many);
    const { user, system } = process.cpuUsage(before);
    expect(bytes).toBeLessThanOrEqual(MOST[format] ?? 1_000_000_000);
    expect(user + system).toBeLessThan(60_000_000);
  },
  120_000,
);

it.each([
  ["gitlab", /"check_name":/g],
  ["checkstyle", /<error /g],
  ["rdjson", /"severity":/g],
  ["junit", /<testcase /g],
] as const)(
  "has the most urgent of 30,000 replacements, and the number of the others: %s",
  async (format, entry) => {
    const { bytes, text } = await read(format, reportOf(30_000));
    expect(bytes).toBeLessThan(11_000_000);
    const entries = text.match(entry)?.length ?? 0;
    expect(entries).toBeGreaterThan(15_000);
    expect(entries).toBeLessThanOrEqual(25_010); // Of junit, with the cases that are no actions.
    const [, left = ""] = /([\d,]+) more/.exec(text) ?? [];
    const total = entries - 1 + Number(left.replace(",", ""));
    expect(total).toBeGreaterThanOrEqual(30_000);
    expect(total).toBeLessThan(30_010); // The full report has a few findings of its own.
    const held = format === "junit" ? /type="held"/g : /(?:Held|held)[^"]*"/g;
    expect(text.match(held)?.length).toBeGreaterThanOrEqual(7500);
  },
  60_000,
);

it("has what fits into SARIF of 30,000 replacements, and says what does not", async () => {
  const { bytes, text } = await read("sarif", reportOf(30_000));
  const [run] = JSON.parse(text).runs;
  expect(bytes).toBeLessThanOrEqual(10_000_000);
  expect(run.results.length).toBeLessThanOrEqual(25_000);
  expect(run.results.length).toBeGreaterThan(10_000);
  const told = JSON.stringify(run.invocations);
  expect(told).toMatch(/\d more|left out/);
}, 60_000);
