import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
// @ts-expect-error The benchmark is plain JavaScript.
import { withTable } from "../bench/table.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(resolve(ROOT, path), "utf8");

describe("the benchmark", () => {
  it("has the figures of results.json in the README", () => {
    const readme = read("README.md");
    expect(withTable(readme, JSON.parse(read("bench/results.json")))).toBe(readme);
  });
});
