import fc from "fast-check";
import { expect, it } from "vitest";
import { globMatcher } from "../../../src/shared/paths/glob.ts";
import { globFault } from "../../../src/shared/paths/glob-fault.ts";
import { anyGlobs, anyPaths, expectGlobsAsOracle } from "../../support/glob-oracle.ts";

it("matches what the library of globs matches, for ten thousand globs", () => {
  expectGlobsAsOracle(10_000);
}, 60_000);

it("finds the same in a long list as in a short one", () => {
  const others = Array.from({ length: 40 }, (_, index) => `other/${index}/*.x`);
  fc.assert(
    fc.property(anyGlobs, anyPaths, (glob, all) => {
      if (globFault(glob) !== undefined) return;
      const [alone, inList] = [globMatcher([glob]), globMatcher([...others, glob])];
      const wrong = all.filter((path) => inList(path) !== alone(path));
      if (wrong.length > 0) expect([glob, wrong]).toEqual([glob, []]);
    }),
    { numRuns: 2000 },
  );
}, 60_000);

it("tries ten thousand globs on a hundred thousand paths in seconds", () => {
  const globs = Array.from({ length: 10_000 }, (_, index) => `packages/p${index}/src/**/*.ts`);
  const isMatch = globMatcher(globs);
  let count = 0;
  for (let index = 0; index < 100_000; index += 1)
    if (isMatch(`packages/p${index % 20_000}/src/a/b/file${index}.ts`)) count += 1;
  expect(count).toBe(50_000);
}, 20_000);
