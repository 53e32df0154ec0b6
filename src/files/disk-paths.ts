import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { basename, dirname } from "node:path/posix";
import { type FileMode, fileModeOf } from "../model/patch/file-mode.ts";
import type { LinkTarget, Workspace } from "../model/workspace.ts";
import { pathInside, toPosix } from "../shared/paths/posix-path.ts";
import { findWayTo, isReachedDirectly } from "./way-to.ts";

/** Returns the kind of thing at a path below the root, on the disk (model/workspace.ts). */
export async function kindOf(root: string, path: string): ReturnType<Workspace["kindOf"]> {
  try {
    const stats = await lstat(join(root, path));
    if (stats.isSymbolicLink() || !(await isReachedDirectly(root, path))) return "link";
    if (stats.isDirectory()) return "folder";
    return stats.isFile() ? "file" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // fs rejects with these only.
    // A path that cannot be inspected is reported when it is read.
    if (code !== "ENOENT" && code !== "ENOTDIR") return "other";
    return findWayTo(root, path).then(
      (way) => (way === "link" ? "link" : "missing"),
      () => "other",
    );
  }
}

/** Returns the mode of a file below the root, on the disk; undefined if no file is there. */
export async function modeOf(root: string, path: string): Promise<FileMode | undefined> {
  const stats = await lstat(join(root, path)).catch(() => undefined); // Reading it tells why.
  return stats?.isFile() === true ? fileModeOf(stats.mode) : undefined;
}

/** Returns the target of a link below the root, or of a path through one. */
export async function targetOf(root: string, path: string): Promise<LinkTarget> {
  const target = await realpath(join(root, path)).catch(() => undefined); // `targetOfMissing` finds the reason.
  if (target === undefined) return targetOfMissing(root, path);
  const inside = pathInside(await realpath(root), target);
  return inside === undefined ? { kind: "outside" } : { kind: "inside", path: inside };
}

/**
 * Returns `nowhere` for a broken link. For a path that does not exist, the target follows from the folders on the way.
 */
async function targetOfMissing(root: string, path: string): Promise<LinkTarget> {
  const isThere = await lstat(join(root, path)).then(
    () => true,
    () => false,
  );
  const folder = dirname(path);
  if (isThere || folder === ".") return { kind: "nowhere" };
  const target = await targetOf(root, folder);
  if (target.kind !== "inside") return target;
  return { kind: "inside", path: toPosix(join(target.path, basename(path))) };
}
