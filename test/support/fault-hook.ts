/** What the disk says, as Node's `fs` has it. */
const CODES = { ENOSPC: -28, EACCES: -13, EIO: -5, EXDEV: -18, EPERM: -1, EINVAL: -22 } as const;

/** How a disk may fail. */
export type DiskCode = keyof typeof CODES;

const KEY = Symbol.for("sluice.fault-point");
const world = globalThis as { [KEY]?: (point: string, path: string) => void };

/** Told before each change of the disk by this process; what it throws is as if the disk had said so. */
export function onDiskChange(hook: (point: string, path: string) => void): void {
  world[KEY] = hook;
}

/** The disk is as it was. */
export function heal(): void {
  delete world[KEY];
}

/** Throws what `fs` would. */
export function fail(code: DiskCode, point: string, path: string): never {
  const message = `${code}: the disk fails, ${point} '${path}'`;
  throw Object.assign(new Error(message), { code, errno: CODES[code], syscall: point, path });
}
