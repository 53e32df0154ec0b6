import { open, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isReserved } from "../files/path-rules.ts";
import { toPosix } from "../shared/posix-path.ts";
import { beginsAsPlan } from "./parse-plan.ts";

/**
 * Why a plan must not be written to a path, in words that follow the path; undefined where it may. It takes
 * the place of an earlier plan and of nothing else. `inputs` are files that the run is given.
 */
export async function planOutputFault(
  folder: string,
  path: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const absolute = resolve(folder, path);
  if (isReserved(toPosix(absolute))) return "is inside of `.git` or `.sluice`";
  if (inputs.some((input) => resolve(folder, input) === absolute))
    return "is a file that the run is given";
  const stats = await stat(absolute).catch(() => undefined); // Nothing there, or nothing to be seen.
  if (stats?.isDirectory()) return "is a folder";
  if (!stats?.isFile() || stats.size === 0) return undefined;
  const isPlan = beginsAsPlan(await readBeginning(absolute));
  return isPlan ? undefined : "exists and is no plan; name another path or remove it";
}

async function readBeginning(absolute: string): Promise<string> {
  const file = await open(absolute, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}
