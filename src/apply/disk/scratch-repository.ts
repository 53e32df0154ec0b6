import { lstat, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Trees, treeOf } from "../../git/tree-of.ts";

/** A repository in a temporary folder of this user alone, for the files of one commit. */
export interface ScratchRepository {
  /** Absolute. */
  readonly folder: string;
  /** Removes what makes the folder a repository: its files stay. */
  closeRepository(): Promise<void>;
  /** Makes a folder in it, and in that a link `node_modules` to `packages` unless something is there. */
  prepare(path: string, packages: string | undefined): Promise<void>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/** The format of the names of objects in a repository. */
export type ObjectFormat = "sha1" | "sha256";

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
  const folder = await mkdtemp(join(place, "sluice-code-")); // Only this user may enter it.
  const repository = join(folder, ".git");
  for (const name of ["objects/info", "refs"])
    await mkdir(join(repository, name), { recursive: true });
  await writeFile(join(repository, "HEAD"), "ref: refs/heads/none\n");
  await writeFile(join(repository, "config"), configOf(format));
  await writeFile(join(repository, "objects/info/alternates"), `${objects}\n`);
  return {
    folder,
    closeRepository: () => rm(repository, { recursive: true, force: true }),
    remove: () => rm(folder, { recursive: true, force: true }),
    async prepare(path, packages) {
      await mkdir(join(folder, path), { recursive: true });
      const link = join(folder, path, "node_modules");
      const isThere = await lstat(link).then(
        () => true,
        () => false,
      );
      if (packages !== undefined && !isThere) await symlink(packages, link, "junction");
    },
  };
}

/** Line ends stay as they are in the commit. */
function configOf(format: ObjectFormat): string {
  const core = (version: number) =>
    `[core]\n\trepositoryformatversion = ${version}\n\tbare = false\n\tautocrlf = false\n`;
  return format === "sha1" ? core(0) : `${core(1)}[extensions]\n\tobjectformat = sha256\n`;
}
