import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { SOURCE_ORIGINS } from "../../src/model/source-file.ts";
import { TRUST_MODES } from "../../src/model/trust.ts";
import { PROTECTED_IDS } from "../../src/policy/protected-guards.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(ROOT, "docs/trust.md"), "utf8");
const policies = readFileSync(join(ROOT, "docs/policies.md"), "utf8");
const reliability = readFileSync(join(ROOT, "docs/reliability.md"), "utf8");

/** The rows of the table of vectors. */
const rows = [...page.matchAll(/^\| `([\w-]+)` \| (\d+) \|/gm)].map(([, name, count]) => ({
  name: name ?? "",
  count: Number(count),
}));

describe("the page about trust", () => {
  it("names every mode, every origin and every option of consent", () => {
    for (const mode of TRUST_MODES) expect(page).toContain(`| \`${mode}\` |`);
    for (const origin of SOURCE_ORIGINS) expect(page).toContain(`\`${origin}\``);
    const options = ["trust", "base", "allow-env", "allow-host", "allow-code", "packages"];
    for (const option of options) expect(page).toMatch(new RegExp(`^## .*\`--${option}[ \`]`, "m"));
  });

  it("has rows for files of hostile vectors, and the page on reliability has their sum", () => {
    const files = readdirSync(join(ROOT, "test/hostile"), { encoding: "utf8" });
    const tests = files.flatMap((name) => /^([\w-]+)(?:\.slow)?\.test\.ts$/.exec(name)?.[1] ?? []);
    expect(tests).toEqual(expect.arrayContaining(rows.map(({ name }) => name)));
    const sum = rows.reduce((total, { count }) => total + count, 0);
    expect(reliability).toContain(`| a stranger's pull request | ${sum} |`);
  });
});

it("the page about policies has a row for every built-in guard", () => {
  const ids = [...policies.matchAll(/^\| `(protected[\w-]*)` \|/gm)].map(([, id]) => id);
  expect(ids).toEqual(PROTECTED_IDS);
});
