import fc from "fast-check";
import picomatch from "picomatch";
import { expect } from "vitest";
import { globMatcher } from "../../src/shared/paths/glob.ts";

const OPTIONS = { dot: true, nonegate: true, strictSlashes: true, flags: "s" };

const PIECES =
  "* ** ? a b ab . / / {a,b} {a,*} {*.ts,b} {a/**,b} {a..c} @(a|b) !(a) !(*.ts) ?(a) *(a|b) +(ab) @(a|b/*) [ab] [!a] [[:alpha:]] .ts **/ /** c.ts";
const NAMES = "a b ab aab c . .a a.ts b.ts c.ts ( ] { é a+ * $ / / [ab] c/a";

/**
 * Forms that the library reads otherwise: a `?`, `+` or `**` after a group repeats it, `**` after other stars and after
 * a class loses what was escaped, a group after folders may be empty together with the `/` before it, and an extension of
 * stars after `!(…)` is empty for a name that ends in a dot.
 */
const OTHERWISE =
  /!\([^)]*\)\.[^/]*\*|[)\]}][?+]|\)\*\*|\*\*\*|\/\*\*\/\**[@!?*]?[({]|[[{(,|]\*\*\/|\*\*[@!?+*]?\(|(\[\[:|\{a\.\.).*[.*]|[.*].*(\[\[:|\{a\.\.)/;

const textsOf = (pieces: string, maxLength: number) =>
  fc
    .array(fc.constantFrom(...pieces.split(" ")), { minLength: 1, maxLength })
    .map((parts) => parts.join(""));

/** Paths without empty names, `.` and `..`. */
export const anyPaths = fc.array(
  textsOf(NAMES, 6).filter((path) => !/(^|\/)(\.{0,2})(\/|$)/.test(path)),
  { minLength: 1, maxLength: 10 },
);

export const anyGlobs = textsOf(PIECES, 7);

/** Globs that the library reads as Sluice does. */
const commonGlobs = anyGlobs.filter((glob) => !OTHERWISE.test(glob));

/** Returns the answers of another matcher: with brackets as classes, and as themselves. */
function oracleFor(glob: string): (path: string) => boolean {
  const variants = [glob.replaceAll("[!", "[^"), glob.replace(/[[\]]/g, "\\$&")];
  const expressions = variants.map((variant) => picomatch.makeRe(variant, OPTIONS));
  return (path) => path === glob || expressions.some((expression) => expression.test(path));
}

/** Expects of so many random globs that they match the paths that the library of globs matches. */
export function expectGlobsAsOracle(numRuns: number): void {
  const property = fc.property(commonGlobs, anyPaths, (glob, all) => {
    const [isMatch, isExpected] = [globMatcher([glob]), oracleFor(glob)];
    const wrong = all.filter((path) => isMatch(path) !== isExpected(path));
    if (wrong.length > 0) expect([glob, wrong]).toEqual([glob, []]);
  });
  fc.assert(property, { numRuns });
}
