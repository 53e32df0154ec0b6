import type { SimpleGit } from "simple-git";

/** Runs git in a folder and answers its standard output; rejects where git fails. */
export type RunGit = (args: readonly string[]) => Promise<string>;

/** Git that prints nothing for so long hangs; milliseconds. */
const SILENCE_LIMIT = 120_000;

/**
 * Git in `cwd` with settings that do not depend on the user or the repository: names as they are
 * (`core.quotePath`), and no program that a repository names is started by a read (`core.fsmonitor`).
 */
export async function gitIn(cwd: string): Promise<RunGit> {
  const { simpleGit } = await import("simple-git"); // 30 ms that a folder outside git need not pay.
  const git: SimpleGit = simpleGit({
    baseDir: cwd,
    config: ["core.quotePath=false", "core.fsmonitor=false"],
    unsafe: { allowUnsafeFsMonitor: true }, // It is turned off, which the guard does not tell apart.
    timeout: { block: SILENCE_LIMIT },
    trimmed: false,
  });
  return (args) => git.raw([...args]);
}
