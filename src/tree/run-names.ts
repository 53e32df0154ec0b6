import { basename } from "node:path";
import { listRunFolders } from "../apply/state/run-folder.ts";

/**
 * Returns the names of the run folders of a root. Every run that writes leaves one with a new name, so equal names
 * mean that no run has written in between. Returns "" if they cannot be listed: a run that wants to write reports
 * that.
 */
export function runNames(root: string): string {
  try {
    return listRunFolders(root)
      .map(({ path }) => basename(path))
      .join("/");
  } catch {
    return "";
  }
}
