import { readlinkSync } from "node:fs";

/** The end that Linux gives to the place of a file whose name was removed, or given to another file. */
const NAME_IS_GONE = " (deleted)";

/**
 * Returns the place of an open file after all links, even if folders were swapped since it was opened; undefined if the
 * system cannot tell, which only Linux can.
 */
export function placeOfOpenFile(file: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return undefined; // Another system, or one without `/proc`.
  }
}

/** True if the place of an open file is this path, also if the file has lost its name meanwhile. */
export function isPlace(place: string, path: string): boolean {
  return place === path || place === path + NAME_IS_GONE;
}
