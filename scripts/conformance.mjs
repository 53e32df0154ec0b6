// Lists the ids of docs/design/behaviours.md that no test names in its title, and those that a title invents; fails if
// there is one.
// `npm run conformance` lists the titles that the tests of all tiers really have, tables filled in;
// `npm run conformance -- FILE` takes them from tests that have run with SLUICE_TEST_TITLES=FILE.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** The page that numbers the behaviours: a heading for each family, a line for each id. */
const PAGE = new URL("../docs/design/behaviours.md", import.meta.url);

/** The tiers of `npm test` and `npm run test:slow`. */
const CONFIGS = ["vitest.config.ts", "vitest.slow.config.ts"];

const [ran] = process.argv.slice(2);
const titles = ran === undefined ? await listTitles() : readTitles(ran);
const named = new Set(titles.flatMap((title) => title.match(/\b[A-Z]\d+\b/g) ?? []));
/** Ids at the beginning of a title, or of a part of it, are meant as ids. */
const claimed = new Set(
  titles.flatMap((title) =>
    title.split(" > ").flatMap((part) => /^(?:[A-Z]\d+ )+/.exec(part)?.[0].trim().split(" ") ?? []),
  ),
);
let isComplete = true;
for (const { family, about, ids } of readFamilies()) {
  const unknown = [...claimed].filter((id) => id.startsWith(family) && !ids.includes(id));
  if (unknown.length > 0) {
    console.log(`${family}: in no line of docs/design/behaviours.md: ${unknown.join(" ")}`);
    isComplete = false;
  }
  const missing = ids.filter((id) => !named.has(id));
  const list = missing.length === 0 ? "" : `; without a test: ${missing.join(" ")}`;
  console.log(`${family} (${about}): ${ids.length - missing.length} of ${ids.length}${list}`);
  if (missing.length > 0) isComplete = false;
}
console.log(`${titles.length} tests`);
if (!isComplete) process.exitCode = 1;

/** The families of behaviours, each with its ids. */
function readFamilies() {
  const sections = readFileSync(PAGE, "utf8").split(/^## /m).slice(1);
  return sections.map((section) => {
    const [, family, about] = /^([A-Z])\. (.*)$/m.exec(section);
    const ids = [...section.matchAll(/^- ([A-Z]\d+) /gm)].map(([, id]) => id);
    return { family, about, ids };
  });
}

/** The titles of the tests that ran. */
function readTitles(file) {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** The titles of all tests, of which none is run. */
async function listTitles() {
  const folder = mkdtempSync(join(tmpdir(), "sluice-conformance-"));
  try {
    return (await Promise.all(CONFIGS.map((config) => titlesIn(config, folder)))).flat();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function titlesIn(config, folder) {
  const file = join(folder, `${config}.json`);
  // Titles need no process of their own for each file, which would load the modules again.
  const argv = ["--no-install", "vitest", "list", "--config", config, "--isolate=false"];
  await promisify(execFile)("npx", [...argv, `--json=${file}`]);
  return JSON.parse(readFileSync(file, "utf8")).map(({ name }) => name);
}
