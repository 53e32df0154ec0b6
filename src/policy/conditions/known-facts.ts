import type { Facts } from "../../model/action/facts.ts";

/** True if the action names no files. A custom tool need not name them; a tool that previews files always does. */
export function namesNoFiles({ files, replacements }: Facts): boolean {
  return files.length === 0 && replacements === undefined;
}

/** Returns the facts without those of files, if the action names none: they are not known then. */
export function knownFacts(facts: Facts): Partial<Facts> {
  if (!namesNoFiles(facts)) return facts;
  const { files: _files, fileCount: _fileCount, conflicts: _conflicts, ...known } = facts;
  return known;
}
