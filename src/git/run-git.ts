import type { SimpleGit } from "simple-git";

/** Runs git in a folder and answers its standard output; throws where git fails. */
export type RunGit = (args: readonly string[]) => Promise<string>;

/**
 * Git in `cwd` with pinned settings, whatever the user's are:
 * `core.quotePath=false` so that names come as they are, `core.fsmonitor=false` so that no daemon
 * is started by a read.
 */
export async function gitIn(cwd: string): Promise<RunGit> {
  const { simpleGit } = await import("simple-git"); // 30 ms that a folder outside git need not pay.
  const git: SimpleGit = simpleGit({
    baseDir: cwd,
    config: ["core.quotePath=false"],
    trimmed: false,
  });
  return (args) => git.raw([...args]);
}
