import { sep } from "node:path";
import { isDependency, isReserved, pathRuleFault } from "../../files/path-rules.ts";
import type { BeginRecord } from "../state/journal-record.ts";

/** Throws if a journal names a path that Sluice would never write, so that it is not from Sluice. */
export function refuseForged({
  files,
  folders,
  emptied = [],
}: Pick<BeginRecord, "files" | "folders" | "emptied">): void {
  for (const path of [...files.map((file) => file.path), ...folders, ...emptied])
    if (isForbidden(path))
      throw new Error(
        `its journal names \`${path}\`, which no run may write: it is not from Sluice`,
      );
}

/** True for a path that no run writes. A file of the tree may have any name of its system, also with a backslash. */
function isForbidden(path: string): boolean {
  if (sep === "\\") return pathRuleFault(path, { use: "edit" }) !== undefined;
  const leaves = path.split("/").some((name) => name === "" || name === "." || name === "..");
  return leaves || path.includes("\0") || isReserved(path) || isDependency(`${path}/`);
}
