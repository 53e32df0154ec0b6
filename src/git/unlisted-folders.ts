import { dirname, relative } from "node:path";
import { toPosix } from "../shared/paths/posix-path.ts";
import { findRepository } from "./find-repository.ts";

/** A warning of git in its own language (`LC_ALL=C`). A name that is too long for the message has no end. */
const WARNING = /^warning: could not open directory '(?<folder>[^\n]*?)(?:\/?': [^':\n]+)?$/gmu;

/**
 * Returns the folders that git could not list, from its warnings; relative to `root`, sorted. Git lists
 * all others, and says so on standard error only.
 */
export function findUnlisted(root: string, warnings: readonly string[]): readonly string[] {
  const repository = findRepository(root);
  if (repository === undefined) return [];
  const below = toPosix(relative(dirname(repository), root));
  const prefix = below === "" ? "" : `${below}/`;
  const folders = warnings.flatMap((text) =>
    [...text.matchAll(WARNING)].map(({ groups }) => groups?.folder ?? ""),
  );
  const here = folders.flatMap((folder) =>
    folder.startsWith(prefix) && folder !== prefix ? [folder.slice(prefix.length)] : [],
  );
  return [...new Set(here)].sort();
}
