import { lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ownProcess } from "../../shared/process/own-process.ts";
import { sha256 } from "../../shared/sha256.ts";

/**
 * Makes a folder beside a file, unique and only of this user, in which the file is written before it takes its place.
 * Removes those that a process left when it was killed, with the one file in each.
 */
export async function makeFolderBeside(target: string): Promise<string> {
  const parent = dirname(target);
  const { host, machine, pids, pid: own, isAlive } = ownProcess(process);
  // A process id says something only on the same machine, and among the same ids.
  const prefix = `.sluice-${sha256(JSON.stringify([host, machine, pids])).slice(0, 12)}-`;
  const folder = await mkdtemp(join(parent, `${prefix}${own}-`));
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? /^\d+(?=-\w{6}$)/.exec(name.slice(prefix.length)) : null;
    if (pid !== null && !isAlive(Number(pid[0]))) removeAbandoned(join(parent, name), folder);
  }
  return folder;
}

/** Never removes more than one file of the same user: no such folder has more. */
function removeAbandoned(folder: string, own: string): void {
  try {
    const { uid, dev } = lstatSync(own);
    const found = lstatSync(folder);
    const [file, ...others] = readdirSync(folder);
    if (!found.isDirectory() || found.uid !== uid || found.dev !== dev || others.length > 0) return;
    if (file !== undefined) unlinkSync(join(folder, file)); // Fails for a folder.
    rmdirSync(folder);
  } catch {
    // Another process was faster, or it is none of ours: it stays, and harms nothing.
  }
}
