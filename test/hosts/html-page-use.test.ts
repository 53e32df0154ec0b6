import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/model/report/report.ts";
import { compareReports } from "../../src/report/comparison/compare-reports.ts";
import { comparerOf } from "../../src/report/comparison/comparers.ts";
import { touchedFiles } from "../../src/shared/diff/touched-files.ts";
import { actionOf } from "../action/builders.ts";
import { fullReport } from "../support/full-report.ts";
import {
  addressOf,
  type OpenPage,
  openPage,
  pageAddress,
  startChromium,
} from "../support/open-page.ts";

let browser: Browser;
const address = pageAddress(fullReport());

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser.close());

/** Opens the page, lets a test use it, and expects that no fault happened. */
async function using(
  use: (page: OpenPage["page"]) => Promise<void>,
  options: Parameters<typeof openPage>[2] = {},
  at = address,
): Promise<void> {
  const { page, faults } = await openPage(browser, at, options);
  await use(page);
  expect(faults).toEqual([]);
  await page.context().close();
}

const diffOf = (path: string, removed: string, added: string) =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-${removed}\n+${added}\n`;

/** A report about so many files, each with so many replacements. */
function largeReport(files: number, replacements: number): Report {
  const actions = Array.from({ length: files }, (_one, index) => {
    const path = `packages/p${index % 40}/src/f${index}.ts`;
    const lines = Array.from({ length: replacements }, (_line, at) => ({
      removed: `-  assert.equal(value${at}, ${at}, "the message of ${at}");\n`,
      added: `+  assert.strictEqual(value${at}, ${at}, "the message of ${at}");\n`,
    }));
    const diff = `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n${lines
      .map(({ removed, added }, at) => `@@ -${at * 9 + 1} +${at * 9 + 1} @@\n${removed}${added}`)
      .join("")}`;
    const base = actionOf({ id: `a${index}`, ruleId: `rule-${index % 7}` });
    const sizes = { replacements, additions: replacements, deletions: replacements };
    return {
      ...base,
      state: (["applied", "held", "discarded"] as const)[index % 3] ?? "applied",
      facts: { ...base.facts, ...sizes, files: [path], owners: [`@team-${index % 5}`] },
      files: [
        {
          ...{ path, language: "typescript", ...sizes, superseded: [], diff },
          ...{ preHash: "a".repeat(64), postHash: "b".repeat(64) },
        },
      ],
    };
  });
  return fullReport({ actions, files: touchedFiles(actions) });
}

describe("a person", () => {
  it("filters actions by state and words, and the address says so", () =>
    using(
      async (page) => {
        const rows = page.locator(".row");
        const all = await rows.count();
        await page.getByRole("button", { name: /^held/ }).click();
        await expect.poll(() => rows.count()).toBeLessThan(all);
        const held = await rows.count();
        expect(await page.locator(".row .s-held").count()).toBe(held);
        expect(page.url()).toContain("state=held");
        await page.getByLabel("Search actions").fill("no such words");
        await page.getByText("No action passes these filters.").waitFor();
        await page.getByRole("button", { name: "Show all" }).click();
        await expect.poll(() => rows.count()).toBe(all);
      },
      { hash: "#view=actions" },
    ));

  it("opens an action, sees its diff in both forms with colors and words, and goes back", () =>
    using(
      async (page) => {
        await page.locator(".row", { hasText: "src/app.ts" }).first().click();
        const detail = page.locator(".detail");
        await detail.locator("tr.added .word").first().waitFor();
        expect(await detail.locator("tr.added [class^=c-]").count()).toBeGreaterThan(0);
        await detail.getByRole("button", { name: "Side by side" }).click();
        await detail.locator("table.split").first().waitFor();
        expect(await detail.locator("table.unified").count()).toBe(0);
        expect(page.url()).toContain("action=");
        await page.goBack();
        await page.getByText("Choose an action").waitFor();
      },
      { hash: "#view=actions" },
    ));

  it("sees where the rule stands that decided", () => {
    const rules = [{ id: "small", path: "rules/policy.yaml", line: 7 }];
    const policy = { source: "policy.yaml", builtIn: false, sha256: "0".repeat(64), rules };
    return using(
      (page) => page.locator(".outcome", { hasText: "rules/policy.yaml:7" }).waitFor(),
      { hash: "#action=a1" },
      pageAddress(fullReport({ policy, actions: [actionOf({ id: "a1" })], files: [] })),
    );
  });

  it("sees of each guard and rule where it stands and how it came out, and what the steps found", () => {
    const rules = [
      { id: "protected", path: "policy.yaml", line: 3 },
      { id: "small", path: "policy.yaml", line: 9 },
    ];
    const policy = { source: "policy.yaml", builtIn: false, sha256: "0".repeat(64), rules };
    const found = { line: 7, column: 1, text: "old(1, 2);", mark: { start: 7, length: 1 } };
    const nearest = [
      { path: "src/x.ts", language: "typescript", kind: "call_expression", fits: 1, found },
    ].map((one) => ({ ...one, code: "more-arguments", message: "One more argument." }));
    const op = { id: "ops[0]", text: "old($A)", matches: 0, files: 0, superseded: 0, nearest };
    const counts = { searched: 4, changed: 0, unchanged: 4, skipped: 0 };
    const why = [
      {
        ...{ recipe: "swap", step: "calls", tool: "ast_edit", files: counts, notes: [] },
        ops: [{ ...op, isExplained: true, notes: [] }],
      },
    ];
    return using(
      async (page) => {
        const trace = page.locator(".trace li");
        await trace.nth(0).getByText("anyFile does not hold (src/app.ts)").waitFor();
        await trace.nth(0).getByText("policy.yaml:3").waitFor();
        await trace.nth(1).getByText("policy.yaml:9").waitFor();
        await page.getByText("sluice policy explain 20260102-030405-abcdef a1").waitFor();
        await page.keyboard.press("6");
        await page.getByText("One more argument.").waitFor();
        expect(await page.locator("mark").textContent()).toBe("2");
      },
      { hash: "#action=a1" },
      pageAddress(fullReport({ policy, why })),
    );
  });

  it("sees the name of a file whose path has no room, and all of it as its title", () => {
    const path = `packages/${"deep/".repeat(30)}${"long-".repeat(20)}name.test.ts`;
    const facts = { ...actionOf().facts, files: [path] };
    return using(
      async (page) => {
        const end = page.locator(".row .tail");
        expect(await end.textContent()).toBe("name.test.ts");
        const [row, tail] = [await page.locator(".row").boundingBox(), await end.boundingBox()];
        expect((tail?.x ?? 0) + (tail?.width ?? 0)).toBeLessThan((row?.x ?? 0) + (row?.width ?? 0));
        expect(await page.locator(".row .line-path").getAttribute("title")).toBe(path);
      },
      { hash: "#view=actions" },
      pageAddress(fullReport({ actions: [actionOf({ id: "a1", facts })], files: [] })),
    );
  });

  it("follows a link to an action, and from a file to its actions", () =>
    using(
      async (page) => {
        await page.locator("article h2", { hasText: "src/app.ts" }).waitFor();
        await page.locator("table.code").first().waitFor();
        await page.locator(".links a").first().click();
        await page.locator("article .outcome").waitFor();
        expect(page.url()).toContain("view=actions");
        expect(await page.locator('.tabs [aria-current="page"]').textContent()).toContain(
          "Actions",
        );
      },
      { hash: "#file=src%2Fapp.ts" },
    ));

  it("chooses held actions, and copies the commands that end them", () =>
    using(
      async (page) => {
        const [first] = await page.locator(".choice").all();
        if (first === undefined) throw new Error("Nothing is held.");
        await first.getByLabel("Discard").check();
        await page.getByLabel("Your reason").fill("It's wrong.");
        const command = (await page.locator("#commands").textContent()) ?? "";
        expect(command).toMatch(
          /^sluice resolve 20260102-030405-abcdef \w+ discard --reason 'It'\\''s wrong\.'$/,
        );
        await page.getByRole("button", { name: /^Copy command/ }).click();
        await page.getByText("Copied").waitFor();
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${command}\n`);
      },
      { hash: "#view=held", permissions: ["clipboard-read", "clipboard-write"] },
    ));

  it("keeps choices and the reason over other views, an action and paper, and chooses beside a diff", () =>
    using(
      async (page) => {
        const discard = () => page.locator(".choice").first().getByLabel("Discard");
        await discard().check();
        await page.getByText("Give a reason").waitFor();
        expect(await page.locator("#commands").textContent()).not.toContain("--reason");
        await page.getByLabel("Your reason").fill("Seen.");
        await page.getByText("Give a reason").waitFor({ state: "hidden" });
        await page.locator(".choice a").nth(1).click();
        await page.locator(".decide").getByLabel("Apply").check();
        await page.keyboard.press("1");
        await page.locator("main.v-overview").waitFor();
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        await page.locator("main.print").waitFor();
        await page.evaluate("dispatchEvent(new Event('afterprint'))");
        await page.keyboard.press("4");
        expect(await discard().isChecked()).toBe(true);
        const lines = ((await page.locator("#commands").textContent()) ?? "").split("\n");
        expect(lines).toEqual([
          expect.stringMatching(/ apply --reason 'Seen\.'$/),
          expect.stringMatching(/ discard --reason 'Seen\.'$/),
        ]);
      },
      { hash: "#view=held" },
    ));

  it("needs nothing but keys", () =>
    using(async (page) => {
      await page.keyboard.press("2");
      await page.keyboard.press("j");
      await page.locator("article").waitFor();
      const first = page.url();
      await page.keyboard.press("j");
      expect(page.url()).not.toBe(first);
      await page.keyboard.press("k");
      expect(page.url()).toBe(first);
      await page.keyboard.press("s");
      await page.getByRole("button", { name: "Side by side", pressed: true }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("app");
      expect(page.url()).toContain("q=app");
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await expect.poll(() => page.url()).not.toContain("action=");
      await page.getByRole("listbox").focus();
      await page.keyboard.press("ArrowDown");
      await page.locator('.row[aria-selected="true"]').waitFor();
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
    }));

  it("prints the overview, the list, and the action that is open", () =>
    using(
      async (page) => {
        await page.locator("article").waitFor();
        await page.evaluate("dispatchEvent(new Event('beforeprint'))");
        const text = await page.locator("main.print").textContent();
        for (const part of ["By rule", "Sources", "Trace"]) expect(text).toContain(part);
        await page.evaluate("dispatchEvent(new Event('afterprint'))");
        await page.locator(".tabs").waitFor();
        expect((await page.pdf()).length).toBeGreaterThan(10_000);
      },
      { hash: "#action=a1" },
    ));

  it("reads it on a phone, without scrolling to the side", () =>
    using(
      async (page) => {
        for (const hash of ["overview", "actions", "files", "held", "prompts", "run"]) {
          await page.goto(`${address}#view=${hash}`);
          await page.locator(`main.v-${hash}`).waitFor();
          const wide = "document.documentElement.scrollWidth - innerWidth";
          expect([hash, await page.evaluate(wide)]).toEqual([hash, 0]);
        }
        await page.goto(`${address}#action=a1`);
        await page.getByRole("button", { name: "← All actions" }).click();
        await page.locator(".row").first().waitFor();
      },
      { viewport: { width: 360, height: 740 } },
    ));

  it("reads empty states of a run that found nothing", () =>
    using(
      async (page) => {
        for (const view of ["overview", "actions", "files", "held", "prompts"]) {
          await page.goto(`${page.url().split("#")[0]}#view=${view}`);
          await page.locator(`main.v-${view} .empty`).waitFor();
        }
      },
      {},
      pageAddress(fullReport({ actions: [], files: [], transcripts: [] })),
    ));
});

describe("a repository that is hostile", () => {
  const NAME = "src/</script><img src=x onerror=alert(1)>\u202egnp.js";
  const TEXT = `"</script><script>alert(2)</script><!--" + '\u202e\ud83d' + \`\${alert(3)}\` ]]> &lt;`;

  const file = {
    path: NAME,
    language: "javascript",
    superseded: [],
    diff: diffOf(NAME, "x", TEXT),
    ...{ replacements: 1, additions: 1, deletions: 1 },
    ...{ preHash: "a".repeat(64), postHash: "b".repeat(64) },
  };
  const facts = { ...actionOf().facts, files: [NAME], owners: ["@<b>x</b>\u202e"] };
  const action = actionOf({
    ...{ id: "a1", state: "held", facts, files: [file] },
    ...{ reason: TEXT, ruleId: "<svg onload=alert(4)>", label: TEXT, result: TEXT },
  });
  const found = { line: 1, column: 1, text: TEXT, mark: { start: 1, length: 9 } };
  const names = { recipe: TEXT, step: NAME, tool: TEXT };
  const note = { code: TEXT, message: TEXT, hint: TEXT, part: TEXT };
  const nearest = { path: NAME, language: TEXT, kind: TEXT, fits: 1, ...note, found };
  const op = { id: TEXT, text: TEXT, matches: 0, files: 0, superseded: 0, isExplained: true };
  const report = fullReport({
    ...{ actions: [action], files: touchedFiles([action]) },
    alerts: [{ level: "error", code: "x", message: TEXT, path: NAME }],
    why: [
      {
        ...{ ...names, files: { searched: 1, changed: 0, unchanged: 1, skipped: 0 } },
        ...{ notes: [note], ops: [{ ...op, notes: [note], nearest: [nearest] }] },
      },
    ],
  });

  /** Characters that turn the direction of text, wherever a person may read them. */
  const HIDDEN = `[...document.querySelectorAll("*")].filter((one) =>
    /\u202e/.test((one.title ?? "") + (one.childElementCount === 0 ? one.textContent : "")) &&
      !["SCRIPT", "STYLE"].includes(one.tagName)).length`;

  it("runs nothing in two reports that were compared", () => {
    const other = { ...action, state: "applied" as const, reason: `${TEXT} no` };
    const named = (name: string, of: Report) => ({ kind: "report" as const, name, report: of });
    const comparison = compareReports(
      named(NAME, report),
      named(TEXT, fullReport({ actions: [other], files: [] })),
      { check: false },
    );
    return using(
      async (page) => {
        await page.locator(".file button").first().click();
        await page.locator("tr.added").first().waitFor();
        expect(await page.locator("img, svg, iframe, main script").count()).toBe(0);
        expect(await page.evaluate(HIDDEN)).toBe(0);
      },
      {},
      addressOf(comparerOf("html")?.(comparison, { color: false }) ?? []),
    );
  });

  it("runs nothing, and shows what is there", () => {
    return using(
      async (page) => {
        await page.locator("tr.added").waitFor();
        const shown = await page.locator("tr.added td.text").textContent();
        expect(shown).toBe(TEXT.replace("\u202e", "\\u202e").replace("\ud83d", "\\ud83d"));
        expect(await page.locator("article .path").first().textContent()).toBe(
          NAME.replace("\u202e", "\\u202e"),
        );
        expect(await page.evaluate(HIDDEN)).toBe(0);
        for (const view of ["overview", "held", "files", "run", "actions"]) {
          await page.goto(`${page.url().split("#")[0]}#view=${view}&q=script>&owner=@%E2%80%AE`);
          await page.locator(`main.v-${view}`).waitFor();
          expect([view, await page.evaluate(HIDDEN)]).toEqual([view, 0]);
        }
        expect(await page.locator("img, svg, iframe, main script").count()).toBe(0);
      },
      { hash: "#action=a1" },
      pageAddress(report),
    );
  });

  it("has a line of 5 MB, and the page is there at once", () => {
    const files = [
      {
        ...{ path: "a.js", language: "javascript", superseded: [], replacements: 1 },
        ...{ additions: 1, deletions: 1, preHash: "a".repeat(64), postHash: "b".repeat(64) },
        diff: diffOf("a.js", "x".repeat(5_000_000), "y".repeat(5_000_000)),
      },
    ];
    const report = fullReport({ actions: [actionOf({ id: "a1", files })], files: [] });
    return using(
      (page) => page.getByText("4,998,001 more characters").first().waitFor(),
      { hash: "#action=a1" },
      pageAddress(report),
    );
  });
});

describe("2,000 files with 20,000 replacements", () => {
  const large = pageAddress(largeReport(2000, 10));

  it("are listed within 3 seconds, and a diff opens within one", () =>
    using(
      async (page) => {
        const rows = page.locator(".row");
        await rows.first().waitFor();
        const listed = await page.evaluate<number>("performance.now()");
        expect(await rows.count()).toBeLessThan(60);
        const start = performance.now();
        await rows.nth(3).click();
        await page.locator("tr.added").first().waitFor();
        const opened = performance.now() - start;
        await page.getByLabel("Search actions").fill("f1999.ts");
        await expect.poll(() => rows.count()).toBe(1);
        console.info(`listed after ${Math.round(listed)} ms, opened in ${Math.round(opened)} ms`);
        expect(listed).toBeLessThan(3000);
        expect(opened).toBeLessThan(1000);
      },
      { hash: "#view=actions" },
      large,
    ));
});
