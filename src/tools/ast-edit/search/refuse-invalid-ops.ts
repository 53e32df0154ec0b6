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

/**
 * Throws a `ToolError` for an op that is valid in none of the languages: it would silently match nothing (A7, A24).
 * `nameOf` returns the name of an op for the message.
 */
export function refuseInvalidOps(
  ops: readonly EditOp[],
  languages: readonly Language[],
  nameOf: (op: InvalidOp) => string = ({ index }) => `ops[${index}]`,
): void {
  const [first] = languages.length === 0 ? [] : findInvalidOps(ops, languages);
  if (!first) return;
  const why = first.problems.map(({ message }) => message).join("; ");
  throw new ToolError(
    `${nameOf(first)} is valid in none of the languages of the files (${languages.join(", ")}): ${why}.`,
  );
}
