import { lstat, mkdir, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Trees, treeOf } from "../../git/tree-of.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { type ObjectFormat, writeRepository } from "./write-repository.ts";

/** A repository in a temporary folder of this user alone, for the files of one commit. */
export interface ScratchRepository {
  /** Absolute. */
  readonly folder: string;
  /** Removes what makes the folder a repository: its files stay. */
  closeRepository(): Promise<void>;
  /** Makes a folder in it, and in the `node_modules` of that links to the packages of other `node_modules`. */
  prepare(path: string, packages: readonly string[]): Promise<void>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/**
 * Makes an empty repository that finds objects in the folder `objects` of another one; nothing is copied. Throws if the
 * temporary folder of the system lies in one of the trees: code in it would find their packages.
 */
export async function makeScratchRepository(
  objects: string,
  { format, trees }: { readonly format: ObjectFormat; readonly trees: Trees },
): Promise<ScratchRepository> {
  const place = tmpdir();
  const tree = treeOf(place, trees);
  if (tree !== undefined)
    throw new Error(`${place} lies in ${tree}. Set TMPDIR to a folder outside of it`);
  const folder = await makeTemporaryFolder("code");
  const repository = join(folder, ".git");
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeRepository(repository, { objects, format });
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    folder,
    remove,
    closeRepository: () => rm(repository, { recursive: true, force: true }),
    async prepare(path, packages) {
      await mkdir(join(folder, path), { recursive: true });
      for (const from of packages) await linkPackages(from, join(folder, path, "node_modules"));
    },
  };
}

/** Links the packages of a folder into another one; those that are there already stay, and no link is followed. */
async function linkPackages(from: string, into: string): Promise<void> {
  if ((await kindOf(into)) === "other") return;
  await mkdir(into, { recursive: true });
  for (const name of await readdir(from)) {
    const [package_, place] = [join(from, name), join(into, name)];
    if (name.startsWith(".") || !(await isFolder(package_))) continue;
    if (name.startsWith("@")) await linkPackages(package_, place);
    else if ((await kindOf(place)) === "missing") await symlink(package_, place, "junction");
  }
}

/** Returns the kind of a thing, without following a link. */
async function kindOf(path: string): Promise<"folder" | "other" | "missing"> {
  try {
    return (await lstat(path)).isDirectory() ? "folder" : "other";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "missing";
    throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false, // A broken link.
  );
}
