import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findRepository } from "./find-repository.ts";
import { type Environment, gitEnvironment } from "./git-environment.ts";
import { gitFolderOf } from "./git-folder.ts";
import { isOwnRepository } from "./is-own-repository.ts";
import { gitIn } from "./run-git.ts";

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
    const head = readFileSync(join(folder, "HEAD"), "utf8").trimEnd();
    const branch = /^ref: (refs\/heads\/(?:\w+[./-])*\w+)$/.exec(head)?.[1];
    const id = branch === undefined ? head : readFileSync(join(folder, branch), "utf8").trimEnd();
    return COMMIT.exec(id)?.[0];
  } catch {
    return undefined;
  }
}
