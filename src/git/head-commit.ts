import { existsSync } from "node:fs";
import { join } from "node:path";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment } from "./git-environment.ts";
import { gitFolderOf } from "./git-folder.ts";
import { isOwnRepository } from "./is-own-repository.ts";
import { readRegularFile } from "./read-regular-file.ts";
import { gitIn } from "./run-git.ts";

/** A larger HEAD, or branch, is read by git; bytes. */
const MOST_BYTES = 4096;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Returns the commit that is checked out in a folder; null outside of git, or before the first commit. */
export async function headCommit(root: string, environment?: Environment): Promise<string | null> {
  const read = readHead(root, environment);
  if (read !== undefined) return read;
  const git = gitIn(root, environment);
  // Git fails if there is no commit.
  const answer = await git(["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => "");
  return COMMIT.exec(answer.trim())?.[0] ?? null;
}

/**
 * Reads the commit of HEAD without git, in a repository that is the user's own: HEAD names it, or a branch with a file
 * of its own. Undefined if only git can tell: other names, packed ones, other kinds of storage.
 */
function readHead(root: string, environment: Environment | undefined): string | undefined {
  const dotGit = findRepository(root);
  if (dotGit === undefined || !isOwnRepository(dotGit, gitEnvironment(environment)))
    return undefined;
  try {
    const folder = gitFolderOf(dotGit);
    if (["reftable", "commondir"].some((name) => existsSync(join(folder, name)))) return undefined;
    const read = (name: string) =>
      readRegularFile(join(folder, name), MOST_BYTES).toString("utf8").trimEnd();
    const head = read("HEAD");
    const branch = /^ref: (refs\/heads\/(?:\w+[./-])*\w+)$/.exec(head)?.[1];
    const id = branch === undefined ? head : read(branch);
    return COMMIT.exec(id)?.[0];
  } catch {
    return undefined;
  }
}
