import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, it } from "vitest";
import { backtrackingSteps, MAX_STEPS } from "../../../src/shared/linear/backtracking-steps.ts";
import type { Expression } from "../../../src/shared/linear/expression.ts";
import { parseExpression } from "../../../src/shared/linear/parse-expression.ts";
import { variantsOf } from "../../../src/shared/paths/glob-syntax.ts";
import { backtrack, sizeOf } from "../../support/backtrack.ts";

const OPTIONS = { dot: true, nonegate: true, strictSlashes: true };
const LENGTH = 256;

function expressionsOf(glob: string): readonly Expression[] {
  const parsed = variantsOf(glob).map((variant) =>
    parseExpression(picomatch.makeRe(variant, OPTIONS).source, "s"),
  );
  return parsed.filter((expression) => expression !== undefined);
}

const isQuick = (expression: Expression) => backtrackingSteps(expression)(LENGTH) <= MAX_STEPS;

describe("the engine of the language", () => {
  it.each([
    "**",
    "src",
    "src/**/*.{ts,tsx,mts,cts}",
    "packages/*/src/**/*.ts",
    "**/__tests__/**/*.{js,jsx,ts,tsx}",
    "**/test/**/*.{spec,test}.*",
    "**/{a,b}*",
    "**/!(*.test).ts",
    "app/[id]/**",
    "a/*/b/*/c/*/d/*.ts",
  ])("is given the ordinary glob %s", (glob) =>
    expect(expressionsOf(glob).map(isQuick)).not.toContain(false),
  );

  it.each([
    "@(a+a+a+a+a+a+b)",
    "{a,aa}+b",
    "*a*a*a*a*b",
    "**/a/**/a/**/a/**/a/**/b",
    "**/*a*a*b/**/*a*a*b",
    "{a,aa,aaa}{a,aa,aaa}{a,aa,aaa}{a,aa,aaa}**/{*a,a*}{*a,a*}",
    "*(a|b|c)d",
  ])("is not given %s", (glob) => expect(expressionsOf(glob).map(isQuick)).toContain(false));
});

const PIECES =
  "a b / + | ( ) @( !( ?( *( +( ? * ** **/ /** {a,aa} {*a,b} , { } . [ab] [^b] [ \\+ a+ *a";
const globs = fc
  .array(fc.constantFrom(...PIECES.split(" ")), { minLength: 1, maxLength: 10 })
  .map((parts) => parts.join(""));
const paths = fc
  .tuple(
    fc.constantFrom("a", "a/", "aa/", "ab", "a/a.", "aab/"),
    fc.constantFrom("", "b", "/", "c"),
  )
  .map(([part, end]) => part.repeat(30).slice(0, 30) + end);

it("takes no more steps than were foreseen, for any glob and path", () => {
  fc.assert(
    fc.property(globs, fc.array(paths, { minLength: 1, maxLength: 4 }), (glob, all) => {
      for (const expression of expressionsOf(glob)) {
        const stepsFor = backtrackingSteps(expression);
        for (const path of all) {
          const foreseen = stepsFor(path.length);
          if (foreseen > MAX_STEPS) continue;
          const limit = foreseen * sizeOf(expression) + path.length;
          expect(backtrack(expression, path, limit).steps).toBeLessThanOrEqual(limit);
        }
      }
    }),
    { numRuns: 200 },
  );
});
