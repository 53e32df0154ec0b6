import { expect, it } from "vitest";
import { globMatcher, pathMatcher } from "../../../src/shared/paths/glob.ts";
import { globFault } from "../../../src/shared/paths/glob-fault.ts";
import { rustGlobMatcher } from "../../../src/shared/paths/rust-glob.ts";
import { expectGlobsAsOracle } from "../../support/glob-oracle.ts";

/** Returns the milliseconds of the processor that a call takes. */
function timeOf(call: () => void): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it.each([
  `${"*a".repeat(60)}b`,
  `${"**/a/".repeat(40)}b`,
  `+(${"a|aa|".repeat(20)}aaa)b`,
  `!(${"*a".repeat(30)})b`,
  `${"{a,aa,aaa}".repeat(30)}b`,
  "@(a+a+a+a+a+a+b)",
  "{a+a+a+a+a+,x}/b",
])("answers for %s in a time that does not explode with the path", (glob) => {
  expect(globFault(glob)).toBeUndefined();
  const isMatch = globMatcher([glob]);
  const match = (length: number) => {
    expect(isMatch("a".repeat(length))).toBe(false);
    expect(isMatch("a/".repeat(length / 2))).toBe(false);
  };
  match(24); // It is compiled at its first use.
  const short = timeOf(() => match(50));
  // Four times the length: at most about the third power of it, and what a busy machine adds.
  expect(timeOf(() => match(200))).toBeLessThan(64 * Math.max(short, 2));
});

it.each<[glob: string, matched: readonly string[], others: readonly string[]]>([
  ["src/[!a].ts", ["src/b.ts", "src/!.ts"], ["src/a.ts", "src//.ts", "src/bb.ts"]],
  ["src/[^a].ts", ["src/b.ts", "src/!.ts"], ["src/a.ts"]],
  ["[!a-c]*", ["d", "dog"], ["a", "cat"]],
  ["[a!]", ["a", "!"], ["b"]],
  ["@(a|[!b])", ["a", "c"], ["b"]],
  ["[[!a]", ["[", "!", "a", "[[!a]"], ["b"]],
  ["app/[!id]/a", ["app/[!id]/a", "app/x/a"], ["app/i/a"]],
  ["\\[!a]", ["[!a]"], ["b"]],
  ["a.ts|*.md", ["a.ts|b.md"], ["a.ts", "b.md"]],
  ["@(a|b|*.c)", ["a", "b", "d.c"], ["@(a|b"]],
  ["{**/*.ts,**/*.js}", ["a.ts", "src/a/b.js"], ["a.md"]],
  ["@(src/**|*.md)", ["src/a/b", "a.md"], ["src", "docs/a.md"]],
  ["src/**/!(*.test).ts", ["src/a.ts", "src/a/b.ts"], ["src/a.test.ts", "src/a/b.test.ts"]],
  ["src/**/!(a)", ["src/b", "src/a/b"], ["src", "src/a"]],
  ["@(c++|c)/*", ["c++/a", "c/a"], ["cc/a", "c+/a"]],
  ["[ab]+", ["a+", "b+"], ["a", "ab"]],
  ["@(a|b)?", ["ac", "bb"], ["a", "b"]],
  ["+(a|aa)b", ["ab", "aaab"], ["b", "a", "+ab"]],
  ["a?c", ["a😀c", "abc"], ["ac", "a/c"]],
  ["**.ts", ["a.ts", "src/a.ts"], ["a.tsx"]],
  ["a**", ["ab", "a"], ["a/b"]],
  ["{a..c}{9..11}", ["a9", "c11"], ["d9", "a1", "a12"]],
  ["@(a|b", ["@(a|b"], ["a", "b"]],
  ["{a}*", ["{a}b"], ["ab"]],
])("matches %s as a shell does, and as the name itself", (glob, matched, others) => {
  const isMatch = globMatcher([glob]);
  expect(matched.map(isMatch)).toEqual(matched.map(() => true));
  expect(others.map(isMatch)).toEqual(others.map(() => false));
});

it("answers for a rule file's glob in a moment", () => {
  const isMatch = rustGlobMatcher([{ glob: `${"*a".repeat(60)}b` }]);
  expect(isMatch("a".repeat(200))).toBe(false);
  expect(isMatch(`${"a".repeat(200)}b`)).toBe(true);
});

it.each([
  ["{".repeat(20), "has groups that are nested more than 8 deep"],
  ["**/".repeat(300), "has more than 200 wildcards and groups"],
  ["+(a*(bc))", "has a repeated group inside another"],
  ["*(a)\\1", "has an escape that has no meaning in a glob"],
])("refuses %s", (glob, fault) => {
  expect(globFault(glob)).toBe(fault);
});

it("takes a thousand names, groups and long paths", () => {
  const isMatch = pathMatcher(
    Array.from({ length: 1000 }, (_, index) => `{a,b}/app/[id]/${index}`),
  );
  expect(isMatch("a/app/[id]/999")).toBe(true);
  expect(isMatch("b/app/i/7")).toBe(true);
  expect(isMatch("c/app/i/7")).toBe(false);
  expect(pathMatcher(["src", "app/[id]", "./lib/"])("lib/a/b")).toBe(true);
  expect(pathMatcher(["src/**/*.ts"])(`src/${"a/".repeat(500)}b.ts`)).toBe(true);
});

it("matches what another library of globs matches", () => {
  expectGlobsAsOracle(500);
});

it("lets no wildcard stand for the names `.` and `..`", () => {
  for (const glob of ["**", "a/*/b", "a/**", "*/[.]./b"])
    expect(globMatcher([glob])("a/../b")).toBe(false);
  expect(globMatcher(["**"])("a/..b")).toBe(true);
});

it.each([
  ["./a", "a"],
  ["./src/*.ts", "src/a.ts"],
])("finds %s in a long list, too", (glob, path) => {
  const others = Array.from({ length: 40 }, (_, index) => `other/${index}/*.x`);
  expect([globMatcher([glob])(path), globMatcher([...others, glob])(path)]).toEqual([true, true]);
});
