import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGrammars } from "../../src/edit/language/grammars.ts";
import type { Language } from "../../src/edit/language/language.ts";
import { packagesIn } from "../support/grammar-packages.ts";
import { compare, type PatternPair, type RulePair } from "./compare.ts";
import { type Corpus, makeCorpus, removeCorpus } from "./corpus.ts";
import { patternPairs, rulePairs } from "./pairs.ts";

const languages: readonly Language[] = ["typescript", "tsx", "javascript", "css", "html", "python"];

describe.each(languages)("over the %s of whole packages, byte for byte", (language) => {
  let corpus: Corpus;
  beforeAll(() => {
    // Makes the engine know the language, where it has to be loaded.
    const grammars = createGrammars(packagesIn(path.resolve(import.meta.dirname, "../..")));
    expect(grammars.readinessOf(language).kind).toBe("ready");
    corpus = makeCorpus(language);
  });
  afterAll(() => removeCorpus(corpus));

  const check = (pair: PatternPair | RulePair, files: number) => {
    const changed = compare(corpus, pair);
    expect(changed, "files changed").toBeGreaterThanOrEqual(Math.max(1, files));
  };

  test.each(patternPairs[language] ?? [])(
    "ast-grep run -U: $title, $pat (A5, A16)",
    ({ files, title: _title, ...pair }) => check(pair, files),
  );

  test.each(rulePairs[language] ?? [])("ast-grep scan -U: $title (A5, A16)", ({ files, rule }) =>
    check({ rule }, files),
  );
});
