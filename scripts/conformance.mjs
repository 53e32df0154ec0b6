// Lists the ids of behaviours that no test names in its title, and fails if one of them must have a test.
// `npm run conformance`. The titles are those that the tests of all tiers really have, tables filled in.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Each family of behaviours: its first and its last number. With `isLater` an id without a test is only listed. */
const FAMILIES = [
  { family: "R", first: 1, last: 26, about: "resolve" },
  { family: "Q", first: 1, last: 21, about: "the tool-choice queue" },
  { family: "S", first: 1, last: 7, about: "the soft requirement" },
  { family: "A", first: 1, last: 24, about: "ast_edit" },
  { family: "T", first: 1, last: 26, about: "tools, batches, custom tools" },
  { family: "F", first: 1, last: 18, about: "file references" },
  { family: "F", first: 21, last: 21, about: "file references, what is withheld" },
  { family: "R", first: 27, last: 34, about: "resolve, turn 2", isLater: true },
  { family: "T", first: 27, last: 31, about: "tools, turn 2", isLater: true },
  { family: "F", first: 19, last: 20, about: "file references, turn 2", isLater: true },
  { family: "L", first: 1, last: 3, about: "loss", isLater: true },
  { family: "M", first: 1, last: 4, about: "models" },
  { family: "X", first: 1, last: 2, about: "held and discarded actions", isLater: true },
];

/** The tiers of `npm test` and `npm run test:slow`. */
const CONFIGS = ["vitest.config.ts", "vitest.slow.config.ts"];

const folder = mkdtempSync(join(tmpdir(), "sluice-conformance-"));
let titles;
try {
  titles = CONFIGS.flatMap(titlesIn);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const named = new Set(titles.flatMap((title) => title.match(/\b[RQSATFLMX]\d+\b/g) ?? []));
let isComplete = true;
for (const { family, first, last, about, isLater = false } of FAMILIES) {
  const ids = Array.from({ length: last - first + 1 }, (_, index) => `${family}${first + index}`);
  const missing = ids.filter((id) => !named.has(id));
  const list = missing.length === 0 ? "" : `; without a test: ${missing.join(" ")}`;
  console.log(`${family} (${about}): ${ids.length - missing.length} of ${ids.length}${list}`);
  if (missing.length > 0 && !isLater) isComplete = false;
}
console.log(`${titles.length} tests`);
if (!isComplete) process.exitCode = 1;

function titlesIn(config) {
  const file = join(folder, `${config}.json`);
  const argv = ["--no-install", "vitest", "list", "--config", config, `--json=${file}`];
  execFileSync("npx", argv, { stdio: "pipe" });
  return JSON.parse(readFileSync(file, "utf8")).map(({ name }) => name);
}
