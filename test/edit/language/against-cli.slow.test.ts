import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compare as comparePackages } from "../../differential/compare.ts";
import * as Packages from "../../differential/corpus.ts";
import { patternPairs, rulePairs, type Titled } from "../../differential/pairs.ts";

/** Returns the pairs that change many files, so that a part of the packages has matches for them too. */
function pairsOf<T>(table: Readonly<Record<string, readonly Titled<T>[]>>, files: number) {
  return (table.typescript ?? []).filter((pair) => pair.files >= files);
}

describe("over some of the packages, it writes what ast-grep writes (A5, A16)", () => {
  // All of them, with all pairs: npm run test:differential.
  let corpus: Packages.Corpus;
  beforeAll(() => {
    corpus = Packages.makeCorpus("typescript", ["rxjs/src/internal/observable"]);
  });
  afterAll(() => Packages.removeCorpus(corpus));

  test.each(pairsOf(patternPairs, 200))(
    "$title: $pat",
    ({ title: _title, files: _files, ...pair }) => {
      expect(comparePackages(corpus, pair)).toBeGreaterThan(0);
    },
  );

  test.each(pairsOf(rulePairs, 50))("a rule: $title", ({ rule }) => {
    expect(comparePackages(corpus, { rule })).toBeGreaterThan(0);
  });
});
