// Lists the ids of behaviours that no test names in its title, and fails where one of them has to be there.
// `npm run conformance`. The titles are those that the tests really have, tables filled in.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Each family of behaviours, and how many there are. */
const FAMILIES = {
  R: { count: 26, about: "resolve" },
  Q: { count: 21, about: "the tool-choice queue" },
  S: { count: 7, about: "the soft requirement" },
  A: { count: 24, about: "ast_edit" },
  T: { count: 26, about: "tools, batches, custom tools" },
  F: { count: 18, about: "file references" },
};

const folder = mkdtempSync(join(tmpdir(), "sluice-conformance-"));
const file = join(folder, "tests.json");
let tests;
try {
  execFileSync("npx", ["--no-install", "vitest", "list", `--json=${file}`], { stdio: "pipe" });
  tests = JSON.parse(readFileSync(file, "utf8"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const named = new Set(tests.flatMap(({ name }) => name.match(/\b[RQSATF]\d+\b/g) ?? []));
let isComplete = true;
for (const [family, { count, about, isLater = false }] of Object.entries(FAMILIES)) {
  const ids = Array.from({ length: count }, (_, index) => `${family}${index + 1}`);
  const missing = ids.filter((id) => !named.has(id));
  const list = missing.length === 0 ? "" : `; without a test: ${missing.join(" ")}`;
  console.log(`${family} (${about}): ${count - missing.length} of ${count}${list}`);
  if (missing.length > 0 && !isLater) isComplete = false;
}
if (!isComplete) process.exitCode = 1;
