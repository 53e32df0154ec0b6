import { sep } from "node:path";
import { isDependency, isReserved, pathRuleFault } from "../../files/path-rules.ts";
import type { BeginRecord } from "../state/journal-record.ts";

/** A journal that Sluice wrote names only what it may write. Throws where this one does not. */
export function refuseForged({ files, folders }: Pick<BeginRecord, "files" | "folders">): void {
  for (const path of [...files.map((file) => file.path), ...folders])
    if (isForbidden(path))
      throw new Error(
        `its journal names \`${path}\`, which no run may write: it is not from Sluice`,
      );
}

/** What was found in a tree may have any name that its system knows: with a backslash, or with line ends. */
function isForbidden(path: string): boolean {
  if (sep === "\\") return pathRuleFault(path, { use: "edit" }) !== undefined;
  const leaves = path.split("/").some((name) => name === "" || name === "." || name === "..");
  return leaves || path.includes("\0") || isReserved(path) || isDependency(`${path}/`);
}
