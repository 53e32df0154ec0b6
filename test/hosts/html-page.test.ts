import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fullReport } from "../support/full-report.ts";
import { openPage, pageAddress, startChromium } from "../support/open-page.ts";

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
