import { describe, expect, it } from "vitest";
import { closestName, didYouMean } from "../../src/shared/closest-name.ts";
import { codeFrame } from "../../src/shared/code-frame.ts";
import { findExpressions, replaceExpressions } from "../../src/shared/expressions.ts";
import { globMatcher } from "../../src/shared/paths/glob.ts";
import { pathFault, tidyPath } from "../../src/shared/paths/posix-path.ts";

describe("closestName", () => {
  it.each<[name: string, expected: string | undefined]>([
    ["polcy", "policy"],
    ["POLICY", "policy"],
    ["pahts", "paths"],
    ["ot", "out"],
    ["something", undefined],
    ["x", undefined],
  ])("finds for %s: %s", (name, expected) => {
    expect(closestName(name, ["policy", "paths", "out"])).toBe(expected);
  });

  it("lists what is known where nothing is near", () => {
    expect(didYouMean("zzzzzz", ["a", "b"])).toBe("Known: a, b.");
    expect(didYouMean("zzzzzz", ["a", "a"])).toBe("Known: a.");
  });
});

describe("globMatcher", () => {
  it.each<[glob: string, path: string, matches: boolean]>([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/a.ts", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", "src/deep/.a.ts", true],
    ["src/**", "src/.hidden/a", true],
    ["!src/**", "other", false],
    ["{a,b}/*.ts", "b/x.ts", true],
  ])("A11 %s on %s: %s", (glob, path, matches) => {
    expect(globMatcher([glob])(path)).toBe(matches);
  });

  it("matches nothing without a glob", () => {
    expect(globMatcher([])("a")).toBe(false);
  });
});

describe("paths", () => {
  it.each<[path: string, fault: RegExp | undefined]>([
    ["src/a.ts", undefined],
    ["./src", undefined],
    ["a..b/c", undefined],
    ["..", /leaves the root/],
    ["src/../../x", /leaves the root/],
    ["src/../x", /leaves the root/],
    ["/etc", /absolute/],
    ["C:/x", /absolute/],
    ["a\\b", /backslash/],
    ["a\0b", /NUL/],
    [" ", /empty/],
  ])("F10 judges %j: %s", (path, fault) => {
    const found = pathFault(path);
    if (fault) expect(found).toMatch(fault);
    else expect(found).toBeUndefined();
  });

  it.each([
    ["./src//a.ts", "src/a.ts"],
    ["src/", "src"],
    [".", ""],
    ["src/**/*.ts", "src/**/*.ts"],
  ])("tidies %s to %s", (path, expected) => {
    expect(tidyPath(path)).toBe(expected);
  });
});

describe("expressions", () => {
  it("finds expressions and no metavariables", () => {
    expect(findExpressions("$A ${x} ${{ a.b }}$$${{c}}")).toEqual([
      { start: 8, end: 18, source: "a.b" },
      { start: 20, end: 26, source: "c" },
    ]);
  });

  it("F14 replaces in one pass, whatever a value contains", () => {
    expect(
      replaceExpressions("${{ a }}-${{ b }}", (name) => (name === "a" ? "${{ b }} $&" : "B")),
    ).toBe("${{ b }} $&-B");
  });
});

describe("codeFrame", () => {
  it("points at the column, through tabs and at the ends of the text", () => {
    expect(codeFrame("\tab", 1, 2, [0])).toBe("> 1 |  ab\n    |  ^");
    expect(codeFrame("", 1, 1, [0])).toBe("> 1 |\n    | ^");
  });
});
