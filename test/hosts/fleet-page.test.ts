import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { FleetRow } from "../../src/model/fleet/fleet-round.ts";
import { buildFleetReport } from "../../src/report/fleet/build-report.ts";
import { fleetHtml } from "../../src/report/fleet/fleet-html.ts";
import { addressOf, openPage, startChromium } from "../support/open-page.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await startChromium();
});

afterAll(() => browser.close());

const HOSTILE = ["octo/</script><script>alert(1)</script>", "octo/<img src=x onerror=alert(1)>"];

/** The page of 20,000 repositories, the first ones with hostile names. */
async function fleetPage(): Promise<string> {
  const rows = Array.from({ length: 20_000 }, (_, at): [string, FleetRow] => {
    const name = HOSTILE[at] ?? `octo/service-${at}`;
    const state = at % 100 === 0 || at < 2 ? "published" : "skipped";
    const urls = ["javascript:alert(1)", `https://github.com/octo/service-${at}/pull/1`];
    const pulls = urls.map((url, of) => ({
      ...{ group: name, branch: `sluice/${of}`, base: "main", url, actions: [] },
      ...{ state: "opened" as const, number: of + 1, why: name },
    }));
    const repository = { name, source: { kind: "path", path: "/x" }, entry: 0, job: "f" } as const;
    const reason = { code: "no-text", message: name };
    return [name, { repository, state, reason, at: "", pulls: state === "skipped" ? [] : pulls }];
  });
  const round = { round: 1, fleet: "f", startedAt: "2026-11-02T08:00:00Z", rows: new Map(rows) };
  return addressOf(fleetHtml(await buildFleetReport("swap", round, () => undefined)));
}

it("the page of a fleet finds one of 20,000 repositories, and runs nothing of them", async () => {
  const { page, faults } = await openPage(browser, await fleetPage());
  const names = page.locator(".links .path");
  expect(await names.count()).toBe(200);
  expect((await names.allTextContents()).slice(0, 2)).toEqual(HOSTILE);
  const links = await page
    .locator(".links a")
    .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
  expect(links.every((link) => link?.startsWith("https://github.com/octo/"))).toBe(true);
  await page.getByRole("button", { name: /^skipped/ }).click();
  await page.getByRole("searchbox").fill("SERVICE-19999 octo");
  await page.getByText("1 of 20,000 rows").waitFor();
  expect(await names.allTextContents()).toEqual(["octo/service-19999"]);
  expect(faults).toEqual([]);
});
