import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActionReport, Report } from "../../src/model/report/report.ts";
import { compareReports } from "../../src/report/comparison/compare-reports.ts";
import { comparerOf } from "../../src/report/comparison/comparers.ts";
import { fullReport } from "../support/full-report.ts";
import { addressOf, openPage, pageAddress, startChromium } from "../support/open-page.ts";

let browser: Browser;
const address = pageAddress(fullReport());

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser.close());

/** Returns what axe finds that is serious, with its elements. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  // The protocol of the browser runs it: the policy of the page lets nothing else in.
  return page.evaluate(`(${audit})(${JSON.stringify(axe.source)})`);
}

const audit = `async (source) => {
  (0, eval)(source);
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html).join(" "));
}`;

const PLACES = ["overview", "actions", "files", "held", "prompts", "run"].map(
  (view) => `#view=${view}`,
);

describe.each(["light", "dark"] as const)("in %s colors", (colorScheme) => {
  it.each([...PLACES, "#action=a1", "#file=src/app.ts"])(
    "axe finds nothing serious, and no fault happens: %s",
    async (hash) => {
      const { page, faults } = await openPage(browser, address, {
        hash,
        colorScheme,
        bypassCSP: true,
      });
      expect(await violationsOf(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );
});

describe("two reports that were compared", () => {
  const before = fullReport();
  const [first, second, ...others] = before.actions;
  const changed = { ...first, state: "discarded", reason: "<b>No.</b>" } as ActionReport;
  const named = (name: string, report: Report) => ({ kind: "report" as const, name, report });
  const comparison = compareReports(
    named("a.json", before),
    named("b.json", fullReport({ actions: [changed, ...others] })),
    { check: false },
  );
  const compared = addressOf(comparerOf("html")?.(comparison, { color: false }) ?? []);

  it.each(["light", "dark"] as const)(
    "say what is different, in %s colors",
    async (colorScheme) => {
      const { page, faults } = await openPage(browser, compared, { colorScheme, bypassCSP: true });
      await page.getByRole("heading", { name: "Decided differently" }).waitFor();
      await page.getByText("<b>No.</b>").waitFor();
      await page.getByRole("heading", { name: "Gone" }).waitFor();
      expect(second).toBeDefined();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole("button", { name: /^src.app\.ts/ }).click();
      await page.getByText("Nothing is written to this file.").waitFor();
      await page.getByRole("region", { name: "Before" }).locator("tr.removed").first().waitFor();
      await page.getByRole("button", { name: "Side by side" }).click();
      await page.locator("table.split").first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.getByLabel("Search").fill("<b>No.");
      await expect.poll(() => page.getByRole("heading", { name: "Gone" }).count()).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );
});
