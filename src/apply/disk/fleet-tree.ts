import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";
import { type ObjectFormat, writeRepository } from "./write-repository.ts";

/** A work tree of one commit, in a temporary folder of this user alone. It has no files yet. */
export interface FleetTree {
  /** The work tree; absolute. */
  readonly folder: string;
  /** Removes everything. */
  readonly remove: () => Promise<void>;
}

/** A commit of a repository, whose objects are used where they are. */
interface FleetCommit {
  /** The git folder of the repository; absolute. */
  readonly gitFolder: string;
  readonly commit: string;
}

/** Makes a repository whose HEAD is a commit without its history, and which has no branch. */
export async function makeFleetTree(
  { gitFolder, commit }: FleetCommit,
  self: ProcessIdentity,
): Promise<FleetTree> {
  const place = await makeTemporaryFolder("fleet", self);
  const remove = () => rm(place, { recursive: true, force: true, maxRetries: 3 });
  try {
    const folder = join(place, "tree");
    const own = join(folder, ".git");
    const format: ObjectFormat = commit.length === 64 ? "sha256" : "sha1";
    await mkdir(folder);
    await writeRepository(own, { objects: join(gitFolder, "objects"), format });
    await copyFile(join(gitFolder, "shallow"), join(own, "shallow")).catch(unlessMissing);
    await writeFile(join(own, "HEAD"), `${commit}\n`);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A repository of one commit has no list of the commits at which it ends. */
function unlessMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
