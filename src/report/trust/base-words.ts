import type { BaseWay } from "../../model/trust.ts";

const WORDS: Readonly<Record<BaseWay, string>> = {
  "merge-ref": ", with which CI merged the head",
  target: ", the tip of the target branch",
  event: ", which CI names as the base",
  named: "",
};

/** Returns the words about a base commit that follow its id: how it was found. */
export function baseWords(way: BaseWay | undefined): string {
  return way === undefined ? "" : WORDS[way];
}

/** The words for a commit from which changes count: where HEAD parted from the base, unless CI merged the two. */
const PARTED: Readonly<Record<BaseWay, string>> = {
  ...WORDS,
  target: ", where the head parted from the target branch",
  event: ", where the head parted from what CI names as the base",
};

/** Returns the words about the commit of `--since pull-request` that follow its id. */
export function sinceWords(way: BaseWay | undefined): string {
  return way === undefined ? "" : PARTED[way];
}
