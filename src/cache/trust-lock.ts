import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";

/** The waiting for another process that changes the file. */
export interface LockWaiting {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Resolves after so many milliseconds, or at once when the signal fires; the process does not end meanwhile. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How often a change waits for that of another process, and how long each time; milliseconds. */
const WAITS = { count: 50, each: 100 } as const;

/** So often a lock that names no process is looked at before it is taken over: a process writes its name at once. */
const NAMELESS_LOOKS = 10;

/**
 * True once no other process has the lock. The lock of a process that is gone is taken over, and one that names none:
 * its process ended before it wrote its name.
 */
export async function takeTrustLock(lock: string, { signal, wait }: LockWaiting): Promise<boolean> {
  let nameless = 0;
  for (let waited = 0; ; waited += 1) {
    if (signal.aborted) return false;
    if (create(lock)) return true;
    const holder = holderOf(lock);
    nameless = holder === undefined || HOLDER.test(holder) ? 0 : nameless + 1;
    if (holder !== undefined && (isGone(holder) || nameless > NAMELESS_LOOKS))
      setAside(lock, holder);
    if (waited === WAITS.count) return false;
    await wait(WAITS.each, signal);
  }
}

/** The id of a process and the name of its machine, as a lock has them. */
const HOLDER = /^(\d{1,10}) (.+)\n$/;

function create(lock: string): boolean {
  try {
    const file = openSync(lock, "wx", 0o600);
    try {
      writeFileSync(file, `${process.pid} ${hostname()}\n`);
    } finally {
      closeSync(file);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return undefined; // Removed just now.
  }
}

/** True if the process of this machine that holds the lock does not run. */
function isGone(holder: string): boolean {
  const [, pid, host] = HOLDER.exec(holder) ?? [];
  if (pid === undefined || host !== hostname()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Moves the lock of a process that is gone; one that a faster process took in the meantime goes back. */
function setAside(lock: string, holder: string): void {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (holderOf(aside) !== holder) linkSync(aside, lock);
  } catch {
    // Another process was faster: the lock is asked for again.
  } finally {
    rmSync(aside, { force: true });
  }
}
