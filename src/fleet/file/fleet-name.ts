import { basename } from "node:path";

/** Returns the name of a fleet: that of its file, without the ending. */
export function fleetName(file: string): string {
  return basename(file).replace(/\.ya?ml$/i, "");
}
