import { lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { stampOf } from "./stamp-files.ts";

/** The most things of one folder that are stamped. */
const MOST_STAMPED = 200_000;

/**
 * Returns stamps that show if a folder, or anything in it, was touched, by path below `root`. Links in it are not
 * followed; one in its own place is.
 * Of a folder with more things than can be stamped, the first in the order of their names have stamps.
 */
export function stampFolder(root: string, folder: string): ReadonlyMap<string, string> {
  const stamps = new Map<string, string>();
  const waiting = [folder];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (stamps.size >= MOST_STAMPED) break;
    const stat = path === folder ? statSync : lstatSync;
    const stats = stat(join(root, path), { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) continue;
    stamps.set(path, stampOf(stats));
    if (!stats.isDirectory()) continue;
    for (const name of readdirSync(join(root, path)).sort().reverse())
      waiting.push(`${path}/${name}`);
  }
  return stamps;
}
