import { dirname, relative } from "node:path";
import { toPosix } from "../shared/paths/posix-path.ts";
import { findRepository } from "./find-repository.ts";

/** A folder whose name git has quoted in a warning. A name that is too long for the message has no end. */
const QUOTED = /'(?<folder>[^\n]*?)(?:\/?'[^'\n]*)?$/gmu;

/**
 * Returns the folders that git could not list, from its warnings in any language; relative to `root`, sorted. Git lists
 * all others, and says so on standard error only.
 */
export function findUnlisted(root: string, warnings: readonly string[]): readonly string[] {
  const repository = findRepository(root);
  if (repository === undefined) return [];
  const below = toPosix(relative(dirname(repository), root));
  const prefix = below === "" ? "" : `${below}/`;
  const folders = warnings.flatMap((text) =>
    [...text.matchAll(QUOTED)].map(({ groups }) => groups?.folder ?? ""),
  );
  const here = folders.flatMap((folder) =>
    folder.startsWith(prefix) && folder !== prefix ? [folder.slice(prefix.length)] : [],
  );
  return [...new Set(here)].sort();
}
