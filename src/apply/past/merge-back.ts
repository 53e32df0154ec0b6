import type { JournalTexts } from "../state/journal-texts.ts";
import type { Stretch } from "./net-files.ts";
import type { MergeTexts } from "./scratch-merge.ts";

/** A text, or null for a missing file. */
export type Content = string | null;

/** Merges three texts. Resolves to undefined if there is a conflict. */
export type TextMerge = (texts: MergeTexts) => Promise<string | undefined>;

/** Takes the stretches of a file back, the last first. Resolves to undefined if there is a conflict. */
export async function mergeBack(
  current: Content,
  stretches: readonly Stretch[],
  { texts, merge }: { readonly texts: JournalTexts; readonly merge: TextMerge },
): Promise<Content | undefined> {
  let now = current;
  for (const { preHash, postHash } of [...stretches].reverse()) {
    const [base, other] = [textOf(texts, postHash), textOf(texts, preHash)];
    if (now === base) now = other;
    else if (now === null || base === null || other === null) return undefined;
    else {
      const merged = await merge({ current: now, base, other });
      if (merged === undefined) return undefined;
      now = merged;
    }
  }
  return now;
}

/** True if {@link mergeBack} only merges texts with texts. Git cannot merge a text with a missing file. */
export function isMergeOfTexts(hash: string | null, stretches: readonly Stretch[]): boolean {
  let now: string | null | undefined = hash; // Undefined after a merge, whose text is not known.
  return [...stretches].reverse().every(({ preHash, postHash }) => {
    if (now === postHash) {
      now = preHash;
      return true;
    }
    const isText = now !== null && preHash !== null && postHash !== null;
    now = undefined;
    return isText;
  });
}

/** Returns the content that has a hash. Throws if the journal does not have it, or if it is damaged. */
export function textOf(texts: JournalTexts, hash: string | null): Content {
  return hash === null ? null : texts.textOf(hash);
}
