import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { stampOf } from "./stamp-files.ts";

/** The files at the paths of outputs when a command began: by absolute path; undefined for a missing one. */
export type OutputStamps = ReadonlyMap<string, string | undefined>;

/** Notes what stands in the places of outputs. */
export function stampOutputs(cwd: string, paths: readonly string[]): OutputStamps {
  return new Map(paths.map((path) => [resolve(cwd, path), stampOfOutput(resolve(cwd, path))]));
}

/** Returns true if something else stands at an absolute path than when the command began. */
export function isOther(absolute: string, stamps: OutputStamps): boolean {
  return stamps.has(absolute) && stamps.get(absolute) !== stampOfOutput(absolute);
}

/** Only a file can be lost. A device or a pipe is changed by its reader. */
function stampOfOutput(absolute: string): string | undefined {
  try {
    const stats = lstatSync(absolute, { bigint: true });
    return stats.isFile() ? stampOf(stats) : undefined;
  } catch {
    return undefined; // Nothing is there.
  }
}
