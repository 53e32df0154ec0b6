import { embeddedLanguages } from "../../edit/embedded-code.ts";
import type { AstEditParams } from "../../model/recipe.ts";
import { ToolError } from "../../model/tool-error.ts";
import { findInvalidOps } from "./compile-ops.ts";
import type { Candidates } from "./find-candidates.ts";

/** A pattern that is valid in none of the languages that are there would silently match nothing (A7, A24). */
export function refuseInvalidOps({ ops }: AstEditParams, { files }: Candidates): void {
  const own = new Set(files.map(({ language }) => language));
  const languages = [...new Set([...own].flatMap((each) => [each, ...embeddedLanguages(each)]))];
  const [first] = languages.length === 0 ? [] : findInvalidOps(ops, languages);
  if (!first) return;
  const why = first.problems.map(({ message }) => message).join("; ");
  throw new ToolError(
    `ops[${first.index}] is valid in none of the languages of the files (${languages.join(", ")}): ${why}.`,
  );
}
