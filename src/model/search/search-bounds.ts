import { INPUT_LIMITS } from "../input-limits.ts";
import { LimitError } from "../tool-error.ts";

/** A number of matches, and of UTF-16 code units of their replacements and diffs: found, or the most that may be. */
export interface SearchBounds {
  readonly matches: number;
  readonly text: number;
}

/** The number of files that may each use all of their bound. */
const FILES = 4;

/** The bounds that a run sets. */
export type SetBounds = Partial<SearchBounds>;

/** Returns the part of a run's bounds that one file may use. */
export function boundsOfFile({ matches = INPUT_LIMITS.matches, text }: SetBounds): SearchBounds {
  return {
    matches: Math.ceil(matches / FILES),
    text: text === undefined ? INPUT_LIMITS.fileText : Math.ceil(text / FILES),
  };
}

/** Returns why a file has more than its bounds allow, in words for people; undefined if it has not. */
export function fileFault(found: SearchBounds, bounds: SearchBounds): string | undefined {
  if (found.matches > bounds.matches)
    return `one file has more than ${bounds.matches} matches. Match less, or raise ${raise("--max-matches")}`;
  if (found.text > bounds.text)
    return `${TEXTS} of one file have more than ${bounds.text} characters. ${LESS}, or raise ${raise("--max-text")}`;
  return undefined;
}

/** Throws a `LimitError` if a run has found more than its bounds allow. */
export function refuseBeyondRun(found: SearchBounds, bounds: SearchBounds): void {
  if (found.matches > bounds.matches)
    throw new LimitError(
      `The run has more than ${bounds.matches} matches. Narrow \`paths\`, or raise the bound with --max-matches.`,
    );
  if (found.text > bounds.text)
    throw new LimitError(
      `In this run, ${TEXTS} have more than ${bounds.text} characters. ${LESS}, or raise the bound with --max-text.`,
    );
}

const TEXTS = "the replacements and diffs";
const LESS = "Let `out` be shorter, match less";

function raise(option: string): string {
  return `the bound with ${option} (one file may have a quarter of it).`;
}
