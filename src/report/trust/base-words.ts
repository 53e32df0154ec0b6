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
