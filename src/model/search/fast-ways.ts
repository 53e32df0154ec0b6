/**
 * The ways in which searches are faster than the plainest one. Each can be switched off, and the findings are the same:
 * a test compares them.
 */
export const FAST_WAYS = [
  /** Edits are made of the nodes that the engine hands over while it searches files by itself. */
  "native-pass",
  /** Only the tokens that a parser can make up are searched for made-up ones. */
  "token-lists",
  /** A text must have the tokens of a pattern that no parser makes up. */
  "token-prefilter",
  /** Findings of earlier runs are used again. */
  "known-results",
] as const;

export type FastWay = (typeof FAST_WAYS)[number];
