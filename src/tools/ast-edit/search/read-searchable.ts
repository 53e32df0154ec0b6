import { findTextFault } from "../../../files/decode-text.ts";
import type { SkippedFile } from "../../../model/preview.ts";
import type { DiskStamp, Workspace } from "../../../model/workspace.ts";
import { definedOnly } from "../../../shared/defined-only.ts";
import type { FileFindings } from "./search-file.ts";

/** What was read of a file. */
export interface ReadBytes {
  /** As they are until the next file is read. */
  readonly bytes: Uint8Array;
  /** Absent where they are not the ones on the disk. */
  readonly onDisk?: DiskStamp;
}

/** A file that cannot be searched as it is now. It says nothing of any content, and is never remembered. */
interface Unsearchable {
  readonly kind: "unusable";
  readonly skipped: Omit<SkippedFile, "path" | "step">;
}

/** What a file came to, whether it was searched or not. */
export type FileResult = FileFindings | Unsearchable;

/** Reads a file for a search: its bytes, where they are a text to search. */
export function readSearchable(
  path: string,
  workspace: Pick<Workspace, "readBytes">,
):
  | ({ readonly kind: "bytes" } & ReadBytes)
  | Extract<FileResult, { kind: "unusable" | "skipped" }> {
  const read = workspace.readBytes(path);
  if (read.kind === "unusable") return unsearchable(read);
  const fault = findTextFault(read.bytes);
  if (fault !== undefined) return unsearchable(fault);
  return read.bytes.length === 0 ? { kind: "skipped", why: "empty" } : read;
}

function unsearchable({ why, detail }: Unsearchable["skipped"]): Unsearchable {
  return { kind: "unusable", skipped: { why, ...definedOnly({ detail }) } };
}
