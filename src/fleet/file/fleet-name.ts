import { basename, dirname, resolve } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import type { Fleet } from "../../model/fleet/fleet.ts";

/** Returns the name of a fleet: that of its file, without the ending. */
export function fleetName(file: string): string {
  return basename(file).replace(/\.ya?ml$/i, "");
}

/**
 * Returns the name of a fleet, and the folder that its paths start from: that of the file itself, also through a link.
 */
export function fleetPlace(file: string, cwd: string): Pick<Fleet, "name" | "folder"> {
  const absolute = resolve(cwd, file);
  return { name: fleetName(file), folder: dirname(realPathOf(absolute) ?? absolute) };
}
