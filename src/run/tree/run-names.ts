import { basename } from "node:path";
import { listRunFolders } from "../../apply/state/run-folder.ts";

/**
 * The folders of the runs of a root. Whoever writes leaves one of a new name, so that where they are the same no run
 * has written in between. Empty where they cannot be listed: whoever wants to write is told then.
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
