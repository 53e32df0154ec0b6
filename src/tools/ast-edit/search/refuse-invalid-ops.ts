import { isCodeLanguage } from "../../../edit/compile/single-token.ts";
import { embeddedLanguages } from "../../../edit/language/embedded-code.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { EditOp } from "../../../model/edit.ts";
import { ToolError } from "../../../model/tool-error.ts";
import { findInvalidOps, type InvalidOp } from "./compile-ops.ts";
import type { Candidates } from "./find-candidates.ts";

/** Returns the languages of files, and those of code that may be embedded in them. */
export function languagesIn({ files }: Pick<Candidates, "files">): readonly Language[] {
  const own = new Set(files.map(({ language }) => language));
  return [...new Set([...own].flatMap((each) => [each, ...embeddedLanguages(each)]))];
}

/** The languages that a call names, and all that it may have, in its files or not. */
interface OpLanguages {
  readonly named: ReadonlySet<Language>;
  readonly others: Iterable<Language>;
}

/**
 * Throws a `ToolError` for an op that is valid in none of the languages that its call may have: it would silently match
 * nothing (A7, A24). In a tree without code, only of styles or texts, an op for code has nothing to do, unless the call
 * names their languages. `nameOf` returns the name of an op for the message.
 */
export function refuseInvalidOps(
  ops: readonly EditOp[],
  inFiles: readonly Language[],
  { named, others }: OpLanguages,
  nameOf: (op: InvalidOp) => string = ({ index }) => `ops[${index}]`,
): void {
  const hasCode = inFiles.some(isCodeLanguage);
  // A call that names the languages of all of its files is for no other ones.
  const areNamed = inFiles.length > 0 && inFiles.every((language) => named.has(language));
  const [first] = findInvalidOps(ops, inFiles, named).filter(({ index }) => {
    const op = ops[index];
    if (hasCode || op === undefined) return hasCode;
    return findInvalidOps([op], areNamed ? among(others, named) : others, named).length > 0;
  });
  if (!first) return;
  const why = first.problems
    .map(({ message, hint }) => (hint === undefined ? message : `${message}. ${hint}`))
    .join("; ");
  throw new ToolError(
    `${nameOf(first)} is valid in none of the languages of the files (${inFiles.join(", ")}): ${why}.`,
  );
}

/** Asks for the next language only if one more is needed. */
function* among(languages: Iterable<Language>, named: ReadonlySet<Language>): Generator<Language> {
  for (const language of languages) if (named.has(language)) yield language;
}
