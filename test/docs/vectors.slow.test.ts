import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

it("the page about trust counts the hostile vectors as they are", () => {
  const page = readFileSync(join(ROOT, "docs/trust.md"), "utf8");
  const told = [...page.matchAll(/^\| `([\w-]+)` \| (\d+) \|/gm)].map(([, name, count]) => [
    name,
    Number(count),
  ]);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const counts = new Map<string, number>();
  for (const config of ["vitest.config.ts", "vitest.slow.config.ts"]) {
    const argv = [vitest, "list", "test/hostile", "--config", config, "--isolate=false", "--json"];
    const listed = execFileSync(process.execPath, argv, { cwd: ROOT, encoding: "utf8" });
    for (const { file } of JSON.parse(listed.slice(listed.indexOf("[")))) {
      const name = basename(file).replace(/(\.slow)?\.test\.ts$/, "");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  expect(told).toEqual([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
});
