import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import type { Report } from "../../src/model/report/report.ts";
import { createHtmlReporter } from "../../src/report/formats/html.ts";
import type { Pieces } from "../../src/report/reporter.ts";

/** A page of a report that is opened, and everything that it must not do. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, requests besides that of the page itself, dialogs, exceptions. */
  readonly faults: readonly string[];
}

/** Starts Debian's Chromium, or that of `$CHROMIUM`. */
export function startChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

const folder = mkdtempSync(join(tmpdir(), "sluice-page-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
let pages = 0;

/** Writes the page of a report, and returns its address. */
export function pageAddress(report: Report): string {
  return addressOf(createHtmlReporter({}).onReport?.(report) ?? []);
}

/** Writes a page, and returns its address. */
export function addressOf(pieces: Pieces): string {
  const path = join(folder, `report-${pages++}.html`);
  writeFileSync(path, [...pieces].join(""));
  return pathToFileURL(path).href;
}

/** Opens the page of a report at a place. */
export async function openPage(
  browser: Browser,
  address: string,
  { hash = "", ...options }: BrowserContextOptions & { readonly hash?: string } = {},
): Promise<OpenPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== address) faults.push(`request: ${request.url()}`);
  });
  await page.goto(`${address}${hash}`);
  await page.locator("main").waitFor();
  return { page, faults };
}
