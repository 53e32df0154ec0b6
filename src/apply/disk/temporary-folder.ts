import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessIdentity } from "../../model/process-identity.ts";
import { ownProcess } from "../../shared/process/own-process.ts";
import { processStatus } from "../../shared/process/process-status.ts";
import { sha256 } from "../../shared/sha256.ts";

/** The uses of temporary folders. */
type Purpose = "code" | "commit" | "shadow" | "staged";

/**
 * Makes a folder among the temporary files of the system that only this user may enter. Its name tells its process, and
 * when that began; those of processes that were killed are removed.
 */
export async function makeTemporaryFolder(
  purpose: Purpose,
  self: ProcessIdentity = ownProcess(process),
): Promise<string> {
  const started = processStatus(self.pid)?.started ?? "0";
  const name = `sluice-${purpose}-${placeOf(self)}-${self.pid}-${started}-`;
  const folder = await mkdtemp(join(tmpdir(), name));
  await sweepTemporaryFolders(self);
  return folder;
}

/** Removes the temporary folders of this user whose process was killed. Leaves alone all that others may have made. */
export async function sweepTemporaryFolders(self: ProcessIdentity): Promise<void> {
  const own = process.getuid?.() ?? 0; // The system that has no users for files says 0.
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const [, place, pid, started] = NAME.exec(name) ?? [];
    if (place !== placeOf(self) || !isGone(Number(pid), started, self)) continue;
    const folder = join(tmpdir(), name);
    const stats = await lstat(folder).catch(() => undefined); // Another run has removed it.
    if (stats?.isDirectory() && stats.uid === own)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined); // The next run tries again.
  }
}

const NAME = /^sluice-(?:code|commit|shadow|staged)-([0-9a-f]{12})-(\d{1,10})-(\d+)-\w{6}$/;

/** A process id says something only on the same machine, and among the same ids. */
function placeOf({ host, machine, pids }: ProcessIdentity): string {
  return sha256(JSON.stringify([host, machine, pids])).slice(0, 12);
}

/** True if no process has the id, or another one that began at another time. */
function isGone(pid: number, started: string | undefined, self: ProcessIdentity): boolean {
  if (!self.isAlive(pid)) return true;
  const status = processStatus(pid);
  if (status === undefined) return false;
  return status.hasEnded || (started !== "0" && status.started !== started);
}
