import type { Replacement } from "../../model/edit.ts";
import type { Part } from "./parts.ts";

/**
 * Returns the parts of a text whose syntax errors count for its edits: those that the edits are made in. So a script is
 * edited although the grammar cannot read the template around it. A text without embedded code counts in any case, as
 * its imports may change without another edit.
 */
export function editedParts(
  parts: readonly Part[],
  accepted: readonly Replacement[],
  byPart: ReadonlyMap<Part, readonly Replacement[]>,
): readonly Part[] {
  if (parts.length === 1) return parts;
  const made = new Set(accepted);
  return parts.filter((part) => byPart.get(part)?.some((edit) => made.has(edit)));
}
