import type { FileState } from "../disk/file-state.ts";
import type { BeginRecord } from "../state/journal-record.ts";
import { findStanding } from "./roll-back.ts";

/** True if every file has its text from after the transaction. */
export async function isAllThere(root: string, { files, token }: BeginRecord): Promise<boolean> {
  for (const [index, file] of files.entries()) {
    const standing = await findStanding(root, file, { token, index });
    const isEmptied = standing.kind === "after" && hashOf(standing.state) !== file.postHash;
    if (standing.kind !== "after" || isEmptied) return false;
  }
  return true;
}

function hashOf(state: FileState): string | null {
  return state.kind === "file" ? state.hash : null;
}
