// Makes the pictures of the report `html` of the demo that the manual shows, light and dark; in a folder of your own also
// the overview, and how a phone shows it, to look at:
//   node scripts/screenshots.mjs [FOLDER [REPORT.html]]   (default: docs/images; the demo's own report)
// Needs a Chromium: $CHROMIUM, or /usr/bin/chromium.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { leaveOtherGit } from "./other-git.mjs";

leaveOtherGit();

const home = fileURLToPath(new URL("..", import.meta.url));
const folder = resolve(process.argv[2] ?? join(home, "docs/images"));
const root = mkdtempSync(join(tmpdir(), "sluice-screenshots-"));

/** Each picture: its size, its colors, and what it shows, as the end of the address. */
const PICTURES = [
  { name: "html-report-light", width: 1100, height: 640, scheme: "light", open: 0 },
  { name: "html-report-dark", width: 1100, height: 640, scheme: "dark", open: 0 },
];

/** Those that the manual does not show. */
const MORE = [
  { name: "html-report-overview", width: 1280, height: 800, scheme: "light" },
  { name: "html-report-phone", width: 390, height: 780, scheme: "light", open: 0 },
  { name: "html-report-phone-dark", width: 390, height: 780, scheme: "dark" },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  const address = pathToFileURL(process.argv[3] ? resolve(process.argv[3]) : demoReport()).href;
  const pictures = process.argv[2] === undefined ? PICTURES : [...PICTURES, ...MORE];
  mkdirSync(folder, { recursive: true });
  for (const { name, width, height, scheme, open } of pictures) {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme });
    await page.goto(open === undefined ? address : `${address}#view=actions`);
    if (open !== undefined) await page.locator(".row").nth(open).click();
    await page.waitForTimeout(100);
    await page.screenshot({ path: join(folder, `${name}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
  rmSync(root, { recursive: true });
}

/** Runs the demo's recipe on a copy of its example, as scripts/demo.mjs does. */
function demoReport() {
  const tree = join(root, "legacy-shop");
  cpSync(join(home, "examples/legacy-shop"), tree, { recursive: true });
  const report = join(root, "report.html");
  const main = join(home, "dist/main.js");
  execFileSync(
    process.execPath,
    [main, "run", "modernize.yaml", "--quiet", `--report=html=${report}`],
    { cwd: tree, stdio: ["ignore", "ignore", "inherit"] },
  );
  return report;
}
