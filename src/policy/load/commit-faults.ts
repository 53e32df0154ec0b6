import type { Diagnostic } from "../../model/diagnostic.ts";
import {
  BRANCH_FIELDS,
  MESSAGE_FIELDS,
  OWN_TRAILER_LINE,
  OWN_TRAILERS,
} from "../../model/policy/commits.ts";
import { isBranchName } from "../../shared/branch-name.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import {
  findExpressions,
  hasOpenExpression,
  replaceExpressions,
} from "../../shared/expressions.ts";
import type { YamlPath } from "../../shared/yaml/yaml-path.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenPolicy } from "./policy-schema.ts";

/** Returns the faults of the templates under `commits`. */
export function findCommitFaults(
  { commits }: WrittenPolicy,
  source: YamlSource,
): readonly Diagnostic[] {
  if (commits === undefined) return [];
  const { message, trailers = {}, branch } = commits;
  return [
    ...(message === undefined ? [] : messageFaults(message, source)),
    ...Object.entries(trailers).flatMap(([name, template]) => [
      ...trailerFaults(name, source),
      ...fieldFaults(template, ["trailers", name], MESSAGE_FIELDS, source),
    ]),
    ...(branch === undefined ? [] : branchFaults(branch, source)),
  ];
}

function messageFaults(message: string, source: YamlSource): Diagnostic[] {
  const [own] = message.match(OWN_TRAILER_LINE) ?? [];
  const unknown = fieldFaults(message, ["message"], MESSAGE_FIELDS, source);
  if (own === undefined) return unknown;
  const text = `The message has a line \`${own}:\`, which every commit has as a trailer.`;
  const hint = "Remove the line, or begin it with something else.";
  const place = source.placeOf(["commits", "message"]);
  return [...unknown, diagnosticAt(place, "invalid-value", text, { hint })];
}

function fieldFaults(
  template: string,
  at: YamlPath,
  known: readonly string[],
  source: YamlSource,
): Diagnostic[] {
  const place = source.placeOf(["commits", ...at]);
  if (hasOpenExpression(template))
    return [diagnosticAt(place, "invalid-expression", "`${{` is not closed. Add `}}`.")];
  return findExpressions(template).flatMap((expression) => {
    if (known.includes(expression.source)) return [];
    const message = `Unknown field \`\${{ ${expression.source} }}\`.`;
    const hint = didYouMean(expression.source, known);
    return [diagnosticAt(place, "invalid-expression", message, { hint })];
  });
}

function trailerFaults(name: string, source: YamlSource): Diagnostic[] {
  const place = source.placeOf(["commits", "trailers", name]);
  const isOwn = OWN_TRAILERS.some((own) => own.toLowerCase() === name.toLowerCase());
  if (isOwn)
    return [diagnosticAt(place, "invalid-value", `Every commit has a trailer \`${name}\`.`)];
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return [];
  const message = `\`${name}\` is no name of a trailer.`;
  const hint = "It begins with a letter and has only letters, digits and `-`.";
  return [diagnosticAt(place, "invalid-value", message, { hint })];
}

function branchFaults(branch: string, source: YamlSource): Diagnostic[] {
  const unknown = fieldFaults(branch, ["branch"], BRANCH_FIELDS, source);
  if (unknown.length > 0) return unknown;
  const place = source.placeOf(["commits", "branch"]);
  if (!findExpressions(branch).some((one) => one.source === "group")) {
    const hint = "Add `${{ group }}`, so that each commit has a branch of its own.";
    return [
      diagnosticAt(place, "invalid-value", "All commits would have the same branch.", { hint }),
    ];
  }
  if (isBranchName(replaceExpressions(branch, () => "x"))) return [];
  const message = `\`${branch}\` is no name of a branch (see \`git help check-ref-format\`).`;
  return [diagnosticAt(place, "invalid-value", message)];
}
