import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { format } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as library from "../../src/index.ts";
import { API_EXAMPLES, API_TREE } from "../support/api-examples.ts";
import { readText, tempFolder, tempTree } from "../support/temp-tree.ts";

const INDEX = resolve(import.meta.dirname, "../../src/index.ts");

describe("docs/api.md", () => {
  it("has an example of each use", () => {
    expect(API_EXAMPLES.length).toBeGreaterThan(6);
    expect(API_TREE["src/orders.js"]).toContain("oldLog(");
  });

  it.each(API_EXAMPLES)("shows what this prints: $title ($output)", async ({ code, output }) => {
    const root = tempTree(API_TREE);
    enter(root);
    const printed: string[] = [];
    vi.spyOn(console, "log").mockImplementation((...words) => printed.push(format(...words)));
    onTestFinished(() => void vi.restoreAllMocks());
    const file = join(tempFolder(), "example.ts");
    writeFileSync(file, code.replaceAll('from "sluice"', `from ${JSON.stringify(INDEX)}`));
    await import(/* @vite-ignore */ file);
    expect(printed).toEqual(output);
  });

  it("names everything that is exported as a value, and nothing else", () => {
    const page = readText(resolve(import.meta.dirname, "../.."), "docs/api.md");
    const table = page.slice(page.indexOf("## Names"), page.indexOf("## Installing"));
    const named = [...table.matchAll(/`(\w+)`/g)].map((match) => match[1]);
    expect(named.sort()).toEqual(Object.keys(library).sort());
  });
});

/** Makes a folder the working directory of this test, outside of any CI. */
function enter(folder: string): void {
  const before = process.cwd();
  process.chdir(folder);
  vi.stubEnv("CI", undefined);
  vi.stubEnv("GITHUB_ACTIONS", undefined);
  onTestFinished(() => {
    process.chdir(before);
    vi.unstubAllEnvs();
  });
}
