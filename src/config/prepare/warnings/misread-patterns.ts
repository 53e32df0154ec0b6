import { findCodeVariables } from "../../../edit/compile/code-variables.ts";
import { compileOp } from "../../../edit/compile/compile-op.ts";
import { patternsIn } from "../../../edit/compile/patterns-in.ts";
import { callAdvice, readAsCall } from "../../../edit/compile/read-as-call.ts";
import type { Language } from "../../../edit/language/language.ts";
import type { Diagnostic } from "../../../model/diagnostic.ts";
import type { EditOp } from "../../../model/edit.ts";

/** A warning about a key of an op. */
interface Misreading extends Pick<Diagnostic, "code" | "message"> {
  readonly field: readonly (string | number)[];
  readonly hint: string;
}

/** Finds the patterns of an op that may mean something else than they say in one of the languages. */
export function findMisreadPatterns(
  op: EditOp,
  languages: readonly Language[],
): readonly Misreading[] {
  const valid = languages.filter((language) => compileOp(op, language).kind === "compiled");
  return valid.flatMap((language) => [
    ...codeVariables(op, language),
    ...misreadCalls(op, language),
  ]);
}

/** Warns of metavariables with the name of a variable of the language: they match any code. */
function codeVariables(op: EditOp, language: Language): readonly Misreading[] {
  return findCodeVariables(op, language).map(({ name, field }) => ({
    code: "code-variable",
    field,
    message: `\`$${name}\` is a variable of ${language}, and here a metavariable: it matches any code.`,
    hint: `Write \`$$$$${name}\` for the variable, or give the metavariable another name.`,
  }));
}

/** Warns of patterns that look like calls and match none. */
function misreadCalls(op: EditOp, language: Language): readonly Misreading[] {
  return patternsIn(op).flatMap(({ context, selector, path }) => {
    const reading = readAsCall({ pat: context, selector }, language);
    if (reading === undefined) return [];
    const message = `in ${language}, the pattern alone is read as \`${reading.readAs}\`: it matches no call.`;
    return [{ code: "read-otherwise", field: path, message, hint: `${callAdvice(reading)}.` }];
  });
}
