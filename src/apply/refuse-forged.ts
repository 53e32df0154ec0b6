import { pathRuleFault } from "../files/path-rules.ts";
import type { BeginRecord } from "./journal-record.ts";

/** A journal that Sluice wrote names only what it may write. Throws where this one does not. */
export function refuseForged({ files, folders }: Pick<BeginRecord, "files" | "folders">): void {
  for (const path of [...files.map((file) => file.path), ...folders]) {
    const fault = pathRuleFault(path, { use: "edit" });
    if (fault !== undefined)
      throw new Error(
        `its journal names \`${path}\`, which no run may write: it is not from Sluice`,
      );
  }
}
