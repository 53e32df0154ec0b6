import { spawn } from "node:child_process";

/** The part of `spawn` that starts a command with arguments. */
type Spawn = (
  ...[command, args, options]: [string, readonly string[], NonNullable<Parameters<typeof spawn>[2]>]
) => ReturnType<typeof spawn>;

/**
 * Returns the function that starts commands without a shell. Windows itself finds no `npx.cmd` for `npx`, and starts
 * such a file only by `cmd.exe`: cross-spawn finds it, and quotes each argument so that it arrives as it was given.
 */
export async function findSpawn(platform: string = process.platform): Promise<Spawn> {
  if (platform !== "win32") return spawn;
  const { default: crossSpawn } = await import("cross-spawn");
  return (command, args, options) => crossSpawn(command, [...args], options);
}
