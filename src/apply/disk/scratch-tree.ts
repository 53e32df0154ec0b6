import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/** A work tree and an index of their own, in a temporary folder of this user alone. */
export interface ScratchTree {
  /** The work tree; absolute. */
  readonly folder: string;
  /** The path of the index, which does not exist at first. */
  readonly index: string;
  /** A folder for objects of git; absolute. */
  readonly objects: string;
  /** Writes a file of the work tree. No link is in the way, because nothing else writes here. */
  write(path: string, bytes: string | Uint8Array): Promise<void>;
  /** Writes a file beside the work tree. Returns its path. */
  note(name: string, text: string): Promise<string>;
  /** Empties the work tree. */
  clear(): Promise<void>;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** Makes an empty scratch tree: in a folder that is made for it, or else among the temporary files of the system. */
export async function makeScratchTree(own?: string): Promise<ScratchTree> {
  if (own !== undefined) await mkdir(own, { mode: 0o700 });
  return scratchTreeIn(own ?? (await makeTemporaryFolder("commit")));
}

/** Makes an empty scratch tree among the temporary files of the system. */
export async function makeNamedScratchTree(
  self: ProcessIdentity,
  purpose: "staged" | "shadow" | "verify" = "staged",
): Promise<ScratchTree> {
  return scratchTreeIn(await makeTemporaryFolder(purpose, self));
}

async function scratchTreeIn(place: string): Promise<ScratchTree> {
  const folder = join(place, "tree");
  const clear = () => rm(folder, { recursive: true, force: true }).then(() => mkdir(folder));
  await clear();
  const objects = join(place, "objects");
  await mkdir(objects);
  return {
    folder,
    objects,
    index: join(place, "index"),
    async write(path, bytes) {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    async note(name, text) {
      const file = join(place, name);
      await writeFile(file, text);
      return file;
    },
    clear: async () => void (await clear()),
    remove: () => rm(place, { recursive: true, force: true }),
  };
}

/** Removes the scratch tree in a folder that a process left when it was killed; links are not followed. */
export async function removeScratchTree(own: string): Promise<void> {
  await rm(own, { recursive: true, force: true });
}
