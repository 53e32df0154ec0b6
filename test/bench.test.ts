import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error The benchmark is plain JavaScript.
import { sentenceOf, tableOf, withResults } from "../bench/table.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");

describe("the benchmark", () => {
  const results = JSON.parse(read("bench/results.json"));

  it.each([
    ["bench/README.md", tableOf(results)],
    ["README.md", sentenceOf(results)],
  ])("has the figures of results.json in %s", (path, figures) => {
    const page = read(path);
    expect(page).toContain(figures);
    expect(withResults(page, results)).toBe(page);
  });
});
