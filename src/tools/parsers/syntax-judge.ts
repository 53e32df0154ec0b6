/** The texts of a file before and after a change; `before` is undefined for a new file. */
export interface JudgedTexts {
  /** Relative to the root. */
  readonly path: string;
  readonly language: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The programs that tell if texts are valid code. */
export interface SyntaxJudge {
  /** Returns the name of the program for a language; undefined if there is none. */
  readonly nameFor: (language: string) => string | undefined;
  /**
   * Returns for each change if it adds syntax errors; undefined if that cannot be told: the program failed, or refuses
   * the text before, too.
   */
  readonly judge: (changes: readonly JudgedTexts[]) => Promise<readonly (boolean | undefined)[]>;
}
