import fc from "fast-check";
import picomatch from "picomatch";
import { expect, it } from "vitest";
import { matchesLinearly } from "../../../src/shared/linear/match-expression.ts";
import { parseExpression } from "../../../src/shared/linear/parse-expression.ts";
import { globFault, globMatcher } from "../../../src/shared/paths/glob.ts";

const PIECES =
  "* ** ? a b ab . / / { } , ( ) @( !( +( *( ?( | [ab] [!a] ] \\* + ! .ts **/ /** $ [[:alpha:]] é 😀";
const NAMES = "a b ab aab c . .a a.ts b.ts ( [ ] {a é 😀 a+ * $ / /";

const textsOf = (pieces: string, maxLength: number) =>
  fc
    .array(fc.constantFrom(...pieces.split(" ")), { minLength: 1, maxLength })
    .map((parts) => parts.join(""));
const paths = textsOf(NAMES, 7).filter((path) => !/(^|\/)(\.{0,2})(\/|$)/.test(path));

it("matches without backtracking what the engine of the language matches", () => {
  const options = { dot: true, nonegate: true, strictSlashes: true };
  fc.assert(
    fc.property(
      textsOf(PIECES, 8),
      fc.array(paths, { minLength: 1, maxLength: 10 }),
      (glob, all) => {
        const source = picomatch.makeRe(glob, options).source;
        const linear = parseExpression(source, "s");
        if (globFault(glob) !== undefined || linear === undefined) return;
        const quick = new RegExp(source, "s");
        for (const path of all)
          expect([glob, path, matchesLinearly(linear, path)]).toEqual([
            glob,
            path,
            quick.test(path),
          ]);
      },
    ),
    { numRuns: 5000 },
  );
}, 60_000);

it("finds the same in a long list as in a short one", () => {
  const others = Array.from({ length: 40 }, (_, index) => `other/${index}/*.x`);
  fc.assert(
    fc.property(
      textsOf(PIECES, 8),
      fc.array(paths, { minLength: 1, maxLength: 10 }),
      (glob, all) => {
        if (globFault(glob) !== undefined) return;
        const alone = globMatcher([glob]);
        const inList = globMatcher([...others, glob]);
        for (const path of all)
          expect([glob, path, inList(path)]).toEqual([glob, path, alone(path)]);
      },
    ),
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
