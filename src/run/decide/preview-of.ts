import type { Facts } from "../../model/facts.ts";
import type { FileChange } from "../../model/preview.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { CustomPreview } from "../../tools/custom/custom-preview.ts";
import { FilePreview } from "../../tools/file-preview.ts";

/** What a pending action of this run tells whoever decides, as facts and as changes of files. */
export function previewOf({ details, sourceToolName }: PendingAction): {
  readonly facts: Pick<Facts, "files" | "fileCount"> &
    Partial<Omit<Facts, "fromModel" | "untrusted">>;
  readonly changes: readonly FileChange[];
  readonly whole: readonly string[];
} {
  if (details instanceof FilePreview)
    return { ...details, whole: sourceToolName === "write_file" ? details.facts.files : [] };
  if (!(details instanceof CustomPreview)) throw new Error("Nothing else is queued in a run.");
  const { files } = details;
  const facts = { files, fileCount: files.length, ...definedOnly({ details: details.details }) };
  return { facts, changes: [], whole: files };
}
