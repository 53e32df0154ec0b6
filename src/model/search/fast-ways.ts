/**
 * The ways in which searches are faster than the plainest one: each can be switched off, and the findings are the
 * same. `native-pass`: edits are made of the nodes that the engine hands over while it searches files by itself.
 * `token-lists`: only the tokens that a parser can make up are searched for made-up ones. `token-prefilter`: a text
 * must have the tokens of a pattern that no parser makes up. `known-results`: findings of earlier runs are used again.
 * `text-filter`: git is asked which files hold none of the texts of a search. `chosen-listing`: git is asked about the
 * files alone that a request chooses.
 */
export type FastWay =
  | "native-pass"
  | "token-lists"
  | "token-prefilter"
  | "known-results"
  | "text-filter"
  | "chosen-listing";
