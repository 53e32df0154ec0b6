import { lstatSync } from "node:fs";
import { dirname } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * True for a repository that git accepts without a look at `safe.directory`: its work tree and its git folder belong to
 * the user of this process. False wherever only git can tell: under another owner, behind a file or a link `.git`, on
 * Windows, and when git is told to doubt.
 */
export function isOwnRepository(dotGit: string, env: Environment): boolean {
  const user = process.geteuid?.();
  if (user === undefined || env.GIT_TEST_ASSUME_DIFFERENT_OWNER !== undefined) return false;
  try {
    const folder = lstatSync(dotGit);
    return folder.isDirectory() && folder.uid === user && lstatSync(dirname(dotGit)).uid === user;
  } catch {
    return false; // Git reports it.
  }
}
