import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PlaceInText } from "../../model/place.ts";
import { isBranchName } from "../../shared/branch-name.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import {
  findExpressions,
  hasOpenExpression,
  replaceExpressions,
} from "../../shared/expressions.ts";
import { diagnosticAt } from "../../shared/yaml/yaml-source.ts";

/** Reports expressions of a template that name none of these fields. */
export function fieldFaults(
  template: string,
  place: PlaceInText,
  known: readonly string[],
): readonly Diagnostic[] {
  if (hasOpenExpression(template))
    return [diagnosticAt(place, "invalid-expression", "`${{` is not closed. Add `}}`.")];
  return findExpressions(template).flatMap((expression) => {
    if (known.includes(expression.source)) return [];
    const message = `Unknown field \`\${{ ${expression.source} }}\`.`;
    const hint = didYouMean(expression.source, known);
    return [diagnosticAt(place, "invalid-expression", message, { hint })];
  });
}

/** The template of the names of branches. */
interface BranchTemplate {
  readonly template: string;
  readonly place: PlaceInText;
  readonly fields: readonly string[];
  /** The fault of a template without `${{ group }}`, and what to do; undefined if that is not needed. */
  readonly ungrouped: { readonly message: string; readonly hint: string } | undefined;
}

/** Reports a template that cannot name the branches of all groups. */
export function branchFaults({
  template,
  place,
  fields,
  ungrouped,
}: BranchTemplate): readonly Diagnostic[] {
  const unknown = fieldFaults(template, place, fields);
  if (unknown.length > 0) return unknown;
  const isGrouped = findExpressions(template).some(({ source }) => source === "group");
  if (!isGrouped && ungrouped !== undefined)
    return [diagnosticAt(place, "invalid-value", ungrouped.message, { hint: ungrouped.hint })];
  if (isBranchName(replaceExpressions(template, () => "x"))) return [];
  return [noBranchName(template, place)];
}

export function noBranchName(name: string, place: PlaceInText): Diagnostic {
  const message = `\`${name}\` is no name of a branch (see \`git help check-ref-format\`).`;
  return diagnosticAt(place, "invalid-value", message);
}
