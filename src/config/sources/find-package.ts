import { statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, posix } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { pathInside, toPosix } from "../../shared/paths/posix-path.ts";
import type { ConfigReader } from "./config-reader.ts";
import { placeOfNamed, type SourcePlace, shownPlace } from "./source-place.ts";

/** The folder of a package, something else in its place, or the folders in which it is not. */
export type FoundPackage =
  | { readonly kind: "found" | "no-folder"; readonly place: SourcePlace }
  | { readonly kind: "missing"; readonly looked: readonly string[] };

/**
 * Finds a package that the file at `from` names: in the folders of `--packages`, then in the `node_modules` of the
 * file's folder and of those above it. From a file of the tree, the search ends at the root. Runs no code.
 */
export async function findPackage(
  name: string,
  from: string,
  reader: ConfigReader,
): Promise<FoundPackage> {
  const looked: string[] = [];
  for (const folder of [...reader.packages, ...modulesAbove(from, reader)]) {
    const place = placeInModules(folder, name, reader);
    const kind = await kindOfFolder(place, reader);
    if (kind !== "missing") return { kind, place };
    looked.push(folder);
  }
  return { kind: "missing", looked };
}

/** Returns a file in the folder at a place. */
export function placeInside(place: SourcePlace, file: string): SourcePlace {
  if (place.origin === "tree") return { origin: "tree", path: posix.join(place.path, file) };
  return { origin: "caller", file: join(shownPlace(place), file) };
}

/** Returns the folders `node_modules`: relative to the root for a file of the tree, and absolute otherwise. */
function modulesAbove(from: string, reader: ConfigReader): readonly string[] {
  const folders: string[] = [];
  let folder = dirname(isAbsolute(from) ? realOf(from) : realInTree(from, reader));
  for (let isTop = false; !isTop; ) {
    if (basename(folder) !== "node_modules") folders.push(toPosix(join(folder, "node_modules")));
    const parent = dirname(folder);
    isTop = parent === folder;
    folder = parent;
  }
  return folders;
}

/** Package managers link packages; what a package needs lies beside the target of the link. */
function realInTree(from: string, { root, tree }: ConfigReader): string {
  if (tree.origin === "base") return from; // Links of a commit are not followed.
  return pathInside(realOf(root), realOf(join(root, from))) ?? from;
}

function realOf(path: string): string {
  return realPathOf(path) ?? path;
}

function placeInModules(folder: string, name: string, { root }: ConfigReader): SourcePlace {
  return isAbsolute(folder)
    ? placeOfNamed(join(folder, name), { cwd: root, root })
    : { origin: "tree", path: posix.join(folder, name) };
}

async function kindOfFolder(
  place: SourcePlace,
  { tree }: ConfigReader,
): Promise<"found" | "missing" | "no-folder"> {
  if (place.origin === "tree") {
    const kind = await tree.kindOf(place.path);
    return kind === "folder" ? "found" : kind === "missing" ? "missing" : "no-folder";
  }
  try {
    return statSync(shownPlace(place)).isDirectory() ? "found" : "no-folder";
  } catch {
    return "missing"; // A folder that cannot be inspected cannot be read either.
  }
}
