import type { Facts } from "../../model/facts.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { DirtyFiles } from "../tree/dirty-files.ts";

/** The facts of an action: those of its preview, and those of its origin. */
export async function factsOf(action: ActionRecord, dirty: DirtyFiles): Promise<Facts> {
  const { origin, pending, conflicts } = action;
  const { recipe, step, tool, fromModel, untrusted } = origin;
  const previewed = previewFacts(action);
  const dirtyFiles = await dirty.among(previewed);
  return {
    recipe,
    step,
    tool,
    label: pending.label,
    fromModel,
    untrusted,
    ...previewed,
    conflicts,
    ...definedOnly({ dirtyFiles }),
  };
}

/** The facts that a preview has by itself. Of a custom tool only its files and details are known. */
export function previewFacts({
  preview,
}: Pick<ActionRecord, "preview">): Pick<Facts, "files" | "fileCount"> & Partial<Facts> {
  if (preview.kind === "files") return preview.facts;
  const { files, details } = preview;
  return { files, fileCount: files.length, ...definedOnly({ details }) };
}
