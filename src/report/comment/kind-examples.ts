import type { ActionReport } from "../../model/report/report.ts";
import { countOf } from "../../shared/count-of.ts";
import type { LineChange } from "../../shared/diff/parse-diff.ts";
import { shorten } from "../../shared/shorten.ts";
import { type ChangeKind, kindsOf } from "../kinds-of-change.ts";
import { markdownText } from "../markdown-text.ts";
import type { PartLimit } from "./commented-report.ts";
import { diffBlock } from "./diff-block.ts";
import { firstThatFit, roomForRest } from "./first-that-fit.ts";

/** A kind with fewer places needs no example: the diff shows it. */
const LEAST_PLACES = 3;
/** The most kinds that are shown. */
const MOST = 20;
/** The most characters of a name. */
const NAME_LENGTH = 200;

/**
 * Returns one example of each kind of change that is written, would be or is pending, with the number of its places,
 * the most frequent first. Empty if no kind repeats.
 */
export function kindExamples(
  actions: readonly ActionReport[],
  { length, elsewhere }: PartLimit,
): string {
  const written = actions.filter(({ state }) => WRITTEN.includes(state));
  const { kinds, isWhole } = kindsOf(written);
  const [first] = kinds;
  if (first === undefined || first.count < LEAST_PLACES) return "";
  const { shown } = firstThatFit(
    kinds.slice(0, MOST).map(exampleOf),
    length - roomForRest(elsewhere),
  );
  if (shown.length === 0) return "";
  const rest = kinds.slice(shown.length);
  const places = rest.reduce((sum, { count }) => sum + count, 0);
  const more =
    rest.length === 0
      ? []
      : [`${countOf(rest.length, "more kind")} in ${countOf(places, "place")}; ${elsewhere}.`];
  const part = isWhole ? "" : " in the first files";
  return [`**${countOf(kinds.length, "kind")} of change**${part}`, ...shown, ...more].join("\n\n");
}

const WRITTEN: readonly ActionReport["state"][] = ["pending", "would-apply", "applied"];

function exampleOf({ step, count, files, example: { path, change } }: ChangeKind): string {
  const [place, name] = [`${path}:${change.start + 1}`, step].map((text) =>
    markdownText(shorten(text, NAME_LENGTH)),
  );
  const counts = `**${countOf(count, "place")}** in ${countOf(files, "file")}`;
  return `${counts}, ${name}, such as ${place}\n\n${diffBlock(hunkOf(change))}`;
}

function hunkOf({ removed, added }: LineChange): string {
  const lines = (sign: string, texts: readonly string[]) =>
    texts.map((text) => `${sign}${text.endsWith("\n") ? text : `${text}\n`}`);
  return [...lines("-", removed), ...lines("+", added)].join("");
}
