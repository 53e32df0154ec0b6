import type { MatchNote } from "../model/search/match-explanation.ts";
import { countOf } from "../shared/count-of.ts";
import { addTo } from "../shared/lists/add-to.ts";

/** The reason for which a step does not search a file, or does not edit it. */
interface Reason {
  /** Said after one file, or after several. */
  readonly says: readonly [ofOne: string, ofSeveral: string];
  readonly hint?: string | undefined;
  /** True if only files with a match are left alone for it. */
  readonly isForMatches?: true;
}

const NOTHING = "nothing in it is edited";
const NOTHING_IN_THEM = "nothing in them is edited";

/** The reasons that a person can do something about, by their codes. */
const REASONS: Readonly<Record<string, Reason>> = {
  excluded: {
    says: adjective("not in the scope of the recipe"),
    hint: "`scope` has `include` and `exclude`",
  },
  ignored: {
    says: [
      "is ignored by git, a dependency or a link",
      "are ignored by git, dependencies or links",
    ],
    hint: "Name the file itself in the `paths` of the step",
  },
  readonly: { says: adjective("only to be read (`scope.readonly`)"), isForMatches: true },
  generated: {
    says: [
      `says that a program wrote it: ${NOTHING}`,
      `say that a program wrote them: ${NOTHING_IN_THEM}`,
    ],
    hint: "Set `editGenerated: true`",
    isForMatches: true,
  },
  "syntax-errors": {
    says: [`has syntax errors: ${NOTHING}`, `have syntax errors: ${NOTHING_IN_THEM}`],
    hint: "Look if it is the right language; `onParseError: edit` edits it all the same",
    isForMatches: true,
  },
  "held-before": {
    says: adjective("left alone: an earlier step was held or discarded there"),
    hint: "`onHeld: continue` in the recipe",
  },
  "over-limit": { says: adjective("left out by `maxFiles` or `maxReplacements`") },
  "not-utf8": { says: adjective("not in UTF-8") },
  "too-large": { says: adjective("too large to be searched") },
  "no-op-for-language": { says: adjective("of a language for which the step has no op") },
  "unknown-language": {
    says: adjective("of no language that is known"),
    hint: "Set `lang`, or `languageGlobs`",
  },
};

function adjective(words: string): Reason["says"] {
  return [`is ${words}`, `are ${words}`];
}

/** Returns the advice about a reason. */
export function hintOf(code: string): string | undefined {
  return REASONS[code]?.hint;
}

/** Returns why one file is not searched, or not edited. */
export function noteOfFile(code: string, detail?: string): MatchNote {
  const says = REASONS[code]?.says[0] ?? (code === "empty" ? "is empty" : "cannot be read");
  const more = detail === undefined ? "" : ` (${detail})`;
  return { code, message: `the file ${says}${more}`, hint: hintOf(code) };
}

/** A file that was left alone. */
interface LeftFile {
  readonly path: string;
  readonly why: string;
  readonly detail?: string | undefined;
}

/** Returns a note for each reason for which files were left alone, with the first of them. */
export function notesOfFiles(files: readonly LeftFile[]): readonly MatchNote[] {
  const byReason = new Map<string, LeftFile[]>();
  for (const file of files) addTo(byReason, file.why, file);
  return [...byReason].flatMap(([code, [first, ...others]]): MatchNote[] => {
    const reason = REASONS[code];
    if (reason === undefined || first === undefined) return [];
    const { says, hint, isForMatches } = reason;
    const count = others.length + 1;
    const isFolder = code === "ignored"; // Git names the folder that it ignores, and no file of it.
    const what = isFolder
      ? countOf(count, "file or folder", "files or folders")
      : countOf(count, "file");
    const example = first.detail === undefined ? first.path : `${first.path}: ${first.detail}`;
    const matching = isForMatches === true ? " with a match" : "";
    const message = `${what}${matching} ${says[count === 1 ? 0 : 1]} (first ${example})`;
    return [{ code, message, hint }];
  });
}
