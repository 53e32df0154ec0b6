import type { Diagnostic } from "../../model/diagnostic.ts";
import {
  BRANCH_FIELDS,
  MESSAGE_FIELDS,
  OWN_TRAILER_LINE,
  OWN_TRAILERS,
} from "../../model/policy/commits.ts";
import { diagnosticAt, type YamlSource } from "../../shared/yaml/yaml-source.ts";
import type { WrittenPolicy } from "./policy-schema.ts";
import { branchFaults, fieldFaults } from "./template-faults.ts";

/** Returns the faults of the templates under `commits`. */
export function findCommitFaults(
  { commits }: WrittenPolicy,
  source: YamlSource,
): readonly Diagnostic[] {
  if (commits === undefined) return [];
  const { message, trailers = {}, branch } = commits;
  return [
    ...(message === undefined ? [] : messageFaults(message, source)),
    ...Object.entries(trailers).flatMap(([name, template]) => {
      const place = source.placeOf(["commits", "trailers", name]);
      return [...trailerFaults(name, source), ...fieldFaults(template, place, MESSAGE_FIELDS)];
    }),
    ...(branch === undefined
      ? []
      : branchFaults({
          template: branch,
          place: source.placeOf(["commits", "branch"]),
          fields: BRANCH_FIELDS,
          ungrouped: UNGROUPED,
        })),
  ];
}

const UNGROUPED = {
  message: "All commits would have the same branch.",
  hint: "Add `${{ group }}`, so that each commit has a branch of its own.",
};

function messageFaults(message: string, source: YamlSource): readonly Diagnostic[] {
  const [own] = message.match(OWN_TRAILER_LINE) ?? [];
  const place = source.placeOf(["commits", "message"]);
  const unknown = fieldFaults(message, place, MESSAGE_FIELDS);
  if (own === undefined) return unknown;
  const text = `The message has a line \`${own}:\`, which is a trailer of Sluice.`;
  const hint = "Remove the line, or begin it with something else.";
  return [...unknown, diagnosticAt(place, "invalid-value", text, { hint })];
}

function trailerFaults(name: string, source: YamlSource): Diagnostic[] {
  const place = source.placeOf(["commits", "trailers", name]);
  const isOwn = OWN_TRAILERS.some((own) => own.toLowerCase() === name.toLowerCase());
  if (isOwn)
    return [diagnosticAt(place, "invalid-value", `Only Sluice sets the trailer \`${name}\`.`)];
  if (/^[A-Za-z][A-Za-z0-9-]*$/.test(name)) return [];
  const message = `\`${name}\` is no name of a trailer.`;
  const hint = "It begins with a letter and has only letters, digits and `-`.";
  return [diagnosticAt(place, "invalid-value", message, { hint })];
}
