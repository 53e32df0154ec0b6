/** True if a command leads a group of its own, which holds everything that it starts. */
export const IS_GROUPED = process.platform !== "win32";

/** Ends a command together with everything that it started; nothing happens if all of it has ended. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(IS_GROUPED ? -pid : pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}
