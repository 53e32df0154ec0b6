// Lists the ids of behaviours that no test names in its title, and fails if one of them must have a test.
// `npm run conformance` lists the titles that the tests of all tiers really have, tables filled in;
// `npm run conformance -- FILE` takes them from tests that have run with SLUICE_TEST_TITLES=FILE.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** Each family of behaviours, and its last number. */
const FAMILIES = [
  { family: "R", last: 34, about: "resolve" },
  { family: "Q", last: 21, about: "the tool-choice queue" },
  { family: "S", last: 7, about: "the soft requirement" },
  { family: "A", last: 24, about: "ast_edit" },
  { family: "T", last: 31, about: "tools, batches, custom tools" },
  { family: "F", last: 21, about: "file references" },
  { family: "L", last: 3, about: "loss" },
  { family: "M", last: 4, about: "models" },
  { family: "X", last: 2, about: "held and discarded actions" },
];

/** The tiers of `npm test` and `npm run test:slow`. */
const CONFIGS = ["vitest.config.ts", "vitest.slow.config.ts"];

const [ran] = process.argv.slice(2);
const titles = ran === undefined ? await listTitles() : readTitles(ran);
const named = new Set(titles.flatMap((title) => title.match(/\b[RQSATFLMX]\d+\b/g) ?? []));
let isComplete = true;
for (const { family, last, about } of FAMILIES) {
  const ids = Array.from({ length: last }, (_, index) => `${family}${index + 1}`);
  const missing = ids.filter((id) => !named.has(id));
  const list = missing.length === 0 ? "" : `; without a test: ${missing.join(" ")}`;
  console.log(`${family} (${about}): ${ids.length - missing.length} of ${ids.length}${list}`);
  if (missing.length > 0) isComplete = false;
}
console.log(`${titles.length} tests`);
if (!isComplete) process.exitCode = 1;

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
