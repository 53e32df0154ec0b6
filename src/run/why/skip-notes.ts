import type { MatchNote } from "../../model/search/match-explanation.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { SkipReason } from "../../model/skip-reason.ts";
import { countOf } from "../../shared/count-of.ts";

/** The words and the advice about files that were left alone; reasons that need no words are missing. */
const WORDS: Readonly<
  Partial<Record<SkipReason, readonly [words: string, hint?: string | undefined]>>
> = {
  excluded: ["out of the scope of the recipe", "`scope` has `include` and `exclude`"],
  ignored: ["ignored by git, or a dependency", "A file that `paths` names itself is searched"],
  readonly: ["with a match, and only to be read (`scope.readonly`)"],
  generated: [
    "with a match left alone: a program wrote them, as they say",
    "Set `editGenerated: true`",
  ],
  "syntax-errors": [
    "with a match left alone because of syntax errors",
    "Look if it is the right language; `onParseError: edit` edits them all the same",
  ],
  "held-before": [
    "left alone: an earlier step was held or discarded there",
    "`onHeld: continue` in the recipe",
  ],
  "over-limit": ["left out by `maxFiles` or `maxReplacements`"],
  "not-utf8": ["not in UTF-8"],
  "too-large": ["too large to be searched"],
  "no-op-for-language": ["of a language for which the step has no op"],
  "unknown-language": ["of no language that is known", "Set `lang`, or `languageGlobs`"],
};

/** Returns a note for each reason for which files were left alone, with the first of them. */
export function skipNotes(skipped: SearchFindings["skipped"]): readonly MatchNote[] {
  const found = new Map<SkipReason, { readonly first: string; count: number }>();
  for (const { path, why, detail } of skipped) {
    const first = detail === undefined ? path : `${path}: ${detail}`;
    const known = found.get(why) ?? { first, count: 0 };
    found.set(why, known);
    known.count += 1;
  }
  return [...found].flatMap(([why, { first, count }]) => {
    const [words, hint] = WORDS[why] ?? [];
    if (words === undefined) return [];
    const noun = why === "ignored" ? "file or folder" : "file";
    const plural = why === "ignored" ? "files or folders" : "files";
    return [
      { code: why, message: `${countOf(count, noun, plural)} ${words} (first ${first})`, hint },
    ];
  });
}
