import type { RunRequest } from "../../request/request.ts";

/** Returns the folders of the project file for words that name nothing: a named root, or the ones above, too. */
export function projectFolders(root: string | undefined): NonNullable<RunRequest["project"]> {
  return root === undefined ? "upwards" : "root";
}
