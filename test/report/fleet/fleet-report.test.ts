import { describe, expect, it } from "vitest";
import type { FleetSummary } from "../../../src/model/fleet/fleet-job.ts";
import type { FleetReport } from "../../../src/model/fleet/fleet-report.ts";
import type { FleetRow } from "../../../src/model/fleet/fleet-round.ts";
import type { FleetPage } from "../../../src/model/page/fleet-page.ts";
import type { PullReport } from "../../../src/model/report/report.ts";
import { buildFleetReport } from "../../../src/report/fleet/build-report.ts";
import { FLEET_FORMATS, fleetTextOf } from "../../../src/report/fleet/fleet-formats.ts";

const FLEET = "f".repeat(64);
const AT = "2026-11-02T08:00:00.000Z";

const rowOf = (name: string, over: Partial<FleetRow> = {}): FleetRow => ({
  repository: {
    ...{ name, entry: 0, job: FLEET },
    source: { kind: "url", url: `https://github.com/${name}` },
  },
  ...{ state: "planned", at: AT, ...over },
});

const pullOf = (over: Partial<PullReport>): PullReport => ({
  ...{ group: "all", branch: "sluice/swap", base: "main", state: "opened", actions: [] },
  ...over,
});

const summaryOf = (over: Partial<FleetSummary>): FleetSummary => ({
  ...{ actions: 1, applied: 1, held: 0, discarded: 0, files: 1, replacements: 1 },
  ...{ additions: 1, deletions: 1, byRule: [], byOwner: [] },
  ...over,
});

function reportOf(
  rows: readonly FleetRow[],
  summaries: Readonly<Record<string, FleetSummary>> = {},
): Promise<FleetReport> {
  const byName = new Map(rows.map((row) => [row.repository.name, row]));
  const round = { round: 2, fleet: FLEET, startedAt: AT, rows: byName };
  return buildFleetReport("swap", round, (name) => {
    const summary = summaries[name];
    return summary && { fleet: FLEET, summary };
  });
}

const textOf = (format: (typeof FLEET_FORMATS)[number], report: FleetReport) =>
  [...(fleetTextOf(format)?.(report, { color: false }) ?? [])].join("");

const share = (name: string, replacements: number) => ({
  name,
  replacements,
  actions: 1,
  files: 2,
});

const MIXED = await reportOf(
  [
    rowOf("octo/a", { state: "skipped", reason: { code: "no-text", message: "No text occurs." } }),
    rowOf("octo/b", { state: "skipped", reason: { code: "no-text", message: "No text occurs." } }),
    rowOf("octo/c", { state: "previewed" }),
    rowOf("octo/d", {
      state: "published",
      commit: "a".repeat(40),
      pulls: [
        pullOf({ number: 7, url: "https://github.com/octo/d/pull/7" }),
        pullOf({ branch: "sluice/other", state: "left", why: "a person has pushed" }),
      ],
    }),
    rowOf("octo/e", { state: "failed", reason: { code: "not-cloned", message: "No such host." } }),
    rowOf("octo/f", { state: "queued" }),
  ],
  {
    "octo/a": summaryOf({ files: 100 }),
    "octo/c": summaryOf({ actions: 0, applied: 0, files: 0, replacements: 0, additions: 0 }),
    "octo/d": summaryOf({
      ...{ actions: 3, held: 1, files: 4, replacements: 9, additions: 9, deletions: 8 },
      byRule: [share("swap/small", 4), share("swap/large", 5)],
      byOwner: [share("@octo/core", 9)],
    }),
    "octo/e": summaryOf({ byRule: [share("swap/small", 2)], byOwner: [share("@octo/core", 2)] }),
  },
);

describe("the report of a fleet", () => {
  it("has a row for each repository in the order of the fleet, and adds up rules and owners", () => {
    expect(MIXED.repositories.map(({ name, counts }) => [name, counts?.replacements])).toEqual([
      ["octo/a", undefined],
      ["octo/b", undefined],
      ["octo/c", 0],
      ["octo/d", 9],
      ["octo/e", 1],
      ["octo/f", undefined],
    ]);
    expect(MIXED.totals).toEqual({
      repositories: 6,
      states: { failed: 1, published: 1, queued: 1, previewed: 1, skipped: 2 },
      pulls: { opened: 1, left: 1 },
      ...{ actions: 4, applied: 2, held: 1, discarded: 0, files: 5, replacements: 10 },
      ...{ additions: 10, deletions: 10 },
    });
    expect(MIXED.byRule).toEqual([
      { name: "swap/small", repositories: 2, actions: 2, replacements: 6, files: 4 },
      { name: "swap/large", repositories: 1, actions: 1, replacements: 5, files: 2 },
    ]);
    expect(MIXED.byOwner?.map(({ replacements }) => replacements)).toEqual([11]);
  });

  it("leaves out what another job found", async () => {
    const rows = new Map([["octo/a", rowOf("octo/a")]]);
    const round = { round: 1, fleet: FLEET, startedAt: AT, rows };
    const other = { fleet: "0".repeat(64), summary: summaryOf({}) };
    const report = await buildFleetReport("swap", round, () => other);
    expect(report.repositories[0]?.counts).toBeUndefined();
  });

  it("has no sums if the counts of a plan are not known, as without the results", async () => {
    const planned = await reportOf([rowOf("octo/a", { state: "planned" })]);
    expect(planned).toMatchObject({
      totals: { repositories: 1, files: null, held: null },
      ...{ byRule: null, byOwner: null },
    });
    expect(textOf("json", planned)).not.toContain(": 0");
    for (const format of ["pretty", "markdown"] as const)
      expect(textOf(format, planned)).not.toMatch(/null| 0/);
    const skipped = await reportOf([rowOf("octo/a", { state: "previewed" })]);
    expect(skipped).toMatchObject({ totals: { files: 0, held: 0 }, byRule: [] });
  });

  it("is for people, with those first that need somebody", () => {
    expect(textOf("pretty", MIXED)).toBe(`fleet swap, round 2 of ${AT}

failed (1)
  octo/e: No such host.; 1 file, 1 replacement

published (1)
  octo/d: 4 files, 9 replacements, 1 held
    opened https://github.com/octo/d/pull/7
    left sluice/other: a person has pushed

queued (1)
  octo/f

previewed (1)
  octo/c

skipped (2)
  No text occurs: octo/a, octo/b

By rule
  swap/small: 6 replacements in 4 files of 2 repositories
  swap/large: 5 replacements in 2 files of 1 repository

By owner
  @octo/core: 11 replacements in 4 files of 2 repositories

6 repositories: 1 failed, 1 published, 1 queued, 1 previewed, 2 skipped
5 files, 10 replacements, 1 held; +10 −10
`);
  });

  it("is a table in Markdown, and the same object in JSON", () => {
    const text = textOf("markdown", MIXED);
    expect(text).toContain("| octo/e | failed | 1 | 1 | 0 |  | No such host. |");
    expect(text).toContain(
      "| octo/d | published | 4 | 9 | 1 | opened [\\#7](https://github.com/octo/d/pull/7), left sluice/other |  |",
    );
    expect(text).toContain("| skipped | 2 | No text occurs. |");
    expect(JSON.parse(textOf("json", MIXED))).toEqual(JSON.parse(JSON.stringify(MIXED)));
  });

  it("says so if there is no repository", async () => {
    const none = await reportOf([]);
    expect(textOf("pretty", none)).toContain("\n0 repositories\n");
    expect(textOf("markdown", none)).toContain("**0 repositories**.");
  });

  const HOSTILE = [
    "octo/</script><script>alert(1)</script>",
    "octo/<img src=x onerror=alert(1)>",
    "octo/a|b`c`",
    "octo/\u202egnp.exe",
    "octo/a\nfailed (0)",
    "octo/\u001b[2Jx",
    "octo/@admin",
    "octo/::error::x",
    "octo/##[error]x",
    `octo/${"long".repeat(1000)}`,
  ];

  it.each(FLEET_FORMATS)(
    "shows hostile names and addresses in %s, and nothing else",
    async (format) => {
      const url = "javascript:alert(1)";
      const rows = HOSTILE.map((name) =>
        rowOf(name, {
          state: "published",
          reason: { code: "x", message: name },
          pulls: [pullOf({ number: 1, url, branch: name, why: name })],
        }),
      );
      const shares = HOSTILE.map((name) => share(name, 1));
      const summary = summaryOf({ byRule: shares, byOwner: shares });
      const report = await reportOf(rows, { [HOSTILE[0] ?? ""]: summary });
      const text = textOf(format, { ...report, name: HOSTILE[0] ?? "" });
      if (format === "json") return void expect(JSON.parse(text).repositories).toHaveLength(10);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
      expect(text).not.toMatch(/[\u202e\u001b]|^failed \(0\)$|\]\(javascript|^(?:::|##\[)error/m);
      if (format === "pretty") return;
      const ofPage = format === "html" ? text.slice(0, text.lastIndexOf("<script>")) : text;
      expect(ofPage).not.toMatch(/<script>alert|<img/);
      if (format === "html") expect(text).not.toContain("javascript:alert");
      else expect(text).not.toMatch(/@admin|[^\\]\|b/);
    },
  );

  it("is bounded, also with thousands of repositories", async () => {
    const pulls = Array.from({ length: 12 }, (_, at) => pullOf({ number: at + 1 }));
    const reason = { code: "x", message: "y".repeat(20) };
    const rows = Array.from({ length: 6000 }, (_, at) =>
      rowOf(`octo/service-${at}`, {
        state: at === 1 ? "published" : "cloned",
        pulls: at % 10 === 0 ? pulls : [],
        reason,
      }),
    );
    const shares = Array.from({ length: 6000 }, (_, at) => share(`swap/rule-${at}`, at));
    const report = await reportOf(rows, { "octo/service-1": summaryOf({ byRule: shares }) });
    const pretty = textOf("pretty", report);
    expect(pretty.split("\n").length).toBeLessThan(450);
    expect(pretty).toContain("more lines; --format json has all.\n");
    const markdown = textOf("markdown", report);
    expect(Buffer.byteLength(markdown)).toBeLessThan(1024 * 1024);
    expect(markdown).toMatch(/more rows; `--format json` has all\./);
    const [, data = ""] = /id="data">(.*)<\/script>/.exec(textOf("html", report)) ?? [];
    const page = JSON.parse(data) as FleetPage;
    expect(page.repositories).toMatchObject({ more: 0 });
    expect(page.byRule).toMatchObject({ more: 1000 });
  });
});
