import { expect, it } from "vitest";
import { globFault, globMatcher, pathMatcher } from "../../../src/shared/paths/glob.ts";
import { rustGlobMatcher } from "../../../src/shared/paths/rust-glob.ts";

it.each([
  `${"*a".repeat(60)}b`,
  `${"**/a/".repeat(40)}b`,
  `+(${"a|aa|".repeat(20)}aaa)b`,
  `!(${"*a".repeat(30)})b`,
  `${"{a,aa,aaa}".repeat(30)}b`,
])("answers for %s in a moment", (glob) => {
  expect(globFault(glob)).toBeUndefined();
  const started = performance.now();
  const isMatch = globMatcher([glob]);
  expect(isMatch("a".repeat(200))).toBe(false);
  expect(isMatch(`${"a/".repeat(100)}a`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});

it("answers for a rule file's glob in a moment", () => {
  const isMatch = rustGlobMatcher([{ glob: `${"*a".repeat(60)}b` }]);
  expect(isMatch("a".repeat(200))).toBe(false);
  expect(isMatch(`${"a".repeat(200)}b`)).toBe(true);
});

it.each([
  ["{".repeat(20), "has groups that are nested more than 8 deep"],
  ["**/".repeat(300), "has more than 200 wildcards and groups"],
  ["{+(ab),b}+", "has a repeated group inside another"],
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
