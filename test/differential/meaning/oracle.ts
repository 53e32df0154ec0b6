import type { RandomCase } from "./random-case.ts";

/** A parser of a language that has no part in Sluice's judgement, and the trees that it reads. */
export interface Oracle {
  /**
   * Tells for each text if its tree is the tree of the text before, in which the tree of the template stands in the
   * place of the match, and in that the trees of the captures. Undefined for a case that is no code of the language.
   */
  readonly areRight: (
    drawn: RandomCase,
    texts: readonly string[],
  ) => Promise<readonly boolean[] | undefined>;
}
