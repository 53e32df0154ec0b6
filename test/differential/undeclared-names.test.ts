import { expect, it } from "vitest";
import { faultsWithoutUnused, type Op } from "../names/findings/faults-of.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { makeCorpus, removeCorpus } from "./corpus.ts";

const NAMES = ["vi", "describe", "globalThis", "require", "PropTypes", "Partial", "Map"];

/** The most cases of a language. */
const MOST = 60;

/** The ways in which an edit brings a name. */
const OPS: readonly ((name: string, word: string) => Op)[] = [
  (name, word) => ({ pat: `${word}($$$A)`, out: `${name}($$$A)` }),
  (name, word) => ({ pat: `${word}.$M`, out: `${name}.$M` }),
  (name, word) => ({ pat: `$F.${word}($$$A)`, out: `${name}.a($F, $$$A)` }),
  (name) => ({ pat: "$F($$$A)", out: `$F(${name}, $$$A)` }),
];

it.each(["javascript", "typescript"] as const)(
  "finds the same faults without the scopes of a program as with them: %s",
  (language) => {
    const { pick } = seededRandom(5);
    const corpus = makeCorpus(language);
    let count = 0;
    for (const text of [...corpus.texts.values()].flatMap((each) => [each, each, each])) {
      // The parts of a call tell words that are no keywords.
      const words = [...text.matchAll(/(\w+)\.(\w+)\(/g)].flatMap(([, a = "", b = ""]) => [a, b]);
      const usual = words.filter((word) => !/^(?:this|super|import|new|\d.*)$/.test(word));
      if (text.length > 6_000 || usual.length === 0 || count === MOST) continue;
      const [word, own, brought] = [pick(usual), pick(usual), pick(NAMES)];
      const name = pick([own, brought]);
      const op = pick(OPS)(name, word);
      if (!isJudged(text, op, language)) continue;
      // The word in the comment makes Sluice find the scopes.
      const full = faultsWithoutUnused(`${text}\n// eval`, op, language);
      if (full === undefined) continue;
      count += 1;
      expect([text, op, faultsWithoutUnused(text, op, language)]).toEqual([text, op, full]);
    }
    removeCorpus(corpus);
    expect(count).toBeGreaterThan(5);
  },
);

function isJudged(text: string, op: Op, language: "javascript" | "typescript"): boolean {
  try {
    return faultsWithoutUnused(text, op, language) !== undefined;
  } catch {
    return false; // It has no match, or errors.
  }
}
