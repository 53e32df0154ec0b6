import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { ownProcess } from "../../shared/process/own-process.ts";
import { isProcessGone, processStatus } from "../../shared/process/process-status.ts";
import { sha256 } from "../../shared/sha256.ts";

/** The uses of temporary folders. */
const PURPOSES = ["code", "commit", "fleet", "push", "shadow", "staged", "verify"] as const;

/**
 * Makes a folder among the temporary files of the system that only this user may enter. Its name tells its process, and
 * when that began; those of processes that were killed are removed.
 */
export async function makeTemporaryFolder(
  purpose: (typeof PURPOSES)[number],
  self: ProcessIdentity = ownProcess(process),
): Promise<string> {
  const started = processStatus(self.pid)?.started ?? NOT_KNOWN;
  const name = `sluice-${purpose}-${placeOf(self)}-${self.pid}-${started}-`;
  const folder = await mkdtemp(join(tmpdir(), name));
  await sweepTemporaryFolders(self);
  return folder;
}

/** Removes the temporary folders of this user whose process was killed. Leaves alone all that others may have made. */
export async function sweepTemporaryFolders(self: ProcessIdentity): Promise<void> {
  const own = process.getuid?.() ?? 0; // The system that has no users for files says 0.
  const names = await readdir(tmpdir()).catch(() => []); // Without the folder there is nothing in it.
  for (const name of names) {
    const [, place, pid, started = NOT_KNOWN] = NAME.exec(name) ?? [];
    if (place === undefined || place !== placeOf(self)) continue;
    const known = { pid: Number(pid), started: started === NOT_KNOWN ? null : started };
    if (!isProcessGone(known, self)) continue;
    const folder = join(tmpdir(), name);
    const stats = await lstat(folder).catch(() => undefined); // Another run has removed it.
    if (stats?.isDirectory() && stats.uid === own)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined); // The next run tries again.
  }
}

/** The place, the id of the process and its start time, as the system counts it. */
const NAME = new RegExp(
  String.raw`^sluice-(?:${PURPOSES.join("|")})-([0-9a-f]{12})-(\d{1,10})-(\d+)-\w{6}$`,
);

/** Takes the place of a start time that the system does not report. */
const NOT_KNOWN = "0";

/** A process id says something only on the same machine, and among the same ids. */
function placeOf({ host, machine, pids }: ProcessIdentity): string {
  return sha256(JSON.stringify([host, machine, pids])).slice(0, 12);
}
