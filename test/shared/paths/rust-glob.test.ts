import { describe, expect, it } from "vitest";
import { rustGlobFault, rustGlobMatcher } from "../../../src/shared/paths/rust-glob.ts";

describe("rustGlobMatcher", () => {
  it.each<[string, string[], string[]]>([
    ["*.ts", ["a.ts", "a/b.ts", ".ts"], ["a.tsx"]],
    ["a?c", ["abc", "a/c"], ["ac", "abbc"]],
    ["**", ["a", "a/b", ".x/y"], []],
    ["**/a", ["a", "b/a", "b/c/a"], ["ba", "a/b"]],
    ["a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]],
    ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]],
    ["{a,b/*}.ts", ["a.ts", "b/c.ts"], ["b.ts", "{a.ts"]],
    ["[!a-c]x", ["dx"], ["ax", "bx"]],
    ["a,b\\*", ["a,b*"], ["a,bc"]],
    ["(a|b)+.$", ["(a|b)+.$"], ["a"]],
  ])("%s as globset reads it", (glob, hits, misses) => {
    const matches = rustGlobMatcher([{ glob }]);
    expect(rustGlobFault(glob)).toBeUndefined();
    expect(hits.filter((path) => !matches(path))).toEqual([]);
    expect(misses.filter(matches)).toEqual([]);
  });

  it("takes both cases of letters for the same where the glob says so, also in classes", () => {
    const matches = rustGlobMatcher([{ glob: "SRC/[!A-C]é*.ts", caseInsensitive: true }]);
    expect(["src/dÉx.TS", "SRC/Dé.ts"].filter(matches)).toEqual(["src/dÉx.TS", "SRC/Dé.ts"]);
    expect(["src/aé.ts", "src/Bé.ts", "src/dé.js"].filter(matches)).toEqual([]);
  });

  it("matches nothing without a glob", () => {
    expect(rustGlobMatcher([])("a")).toBe(false);
  });

  it.each([
    ["{a", "opens a brace that it never closes"],
    ["a}", "closes a brace that it never opened"],
    ["[a", "opens a bracket that it never closes"],
    ["a\\", "ends in a backslash"],
    ["[z-a]", "has a range that is none"],
  ])("names what is wrong with %s", (glob, fault) => {
    expect(rustGlobFault(glob)).toBe(fault);
  });
});
