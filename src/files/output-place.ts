import { lstat, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { toPosix } from "../shared/paths/posix-path.ts";
import { isReserved } from "./path-rules.ts";
import { realPathOf } from "./real-path.ts";

/** What stands where a product of Sluice's own is to be written. */
export type OutputPlace =
  /** Nothing that could be lost: nothing at all, an empty file, a device. */
  | { readonly kind: "free" }
  | { readonly kind: "folder" }
  /** Absolute. */
  | { readonly kind: "file"; readonly path: string }
  /** Nothing may be written there, in words that follow the path. */
  | { readonly kind: "refused"; readonly fault: string };

/**
 * Looks at the place of a product, which is judged by its name and by where that leads. `inputs` are files that the
 * run is given. A pipe with a name is refused: where nobody reads it, writing waits for ever. One without, as
 * standard output may be, has its reader.
 */
export async function lookAtOutputPlace(
  folder: string,
  path: string,
  inputs: readonly string[],
): Promise<OutputPlace> {
  const absolute = resolve(folder, path);
  const refuse = (fault: string): OutputPlace => ({ kind: "refused", fault });
  const places = [absolute, placeOf(absolute)];
  if (places.some((place) => isReserved(toPosix(place))))
    return refuse("is inside of `.git` or `.sluice`");
  const given = new Set(
    inputs.map((input) => resolve(folder, input)).flatMap((input) => [input, placeOf(input)]),
  );
  if (places.some((place) => given.has(place))) return refuse("is a file that the run is given");
  const stats = await stat(absolute).catch(() => undefined); // Nothing there, or nothing to be seen.
  if (stats === undefined) {
    const own = await lstat(absolute).catch(() => undefined);
    return own?.isSymbolicLink() ? refuse("is a link that leads to nothing") : { kind: "free" };
  }
  if (stats.isFIFO() && realPathOf(absolute) !== undefined) return refuse("is a pipe");
  if (stats.isDirectory()) return { kind: "folder" };
  return stats.isFile() && stats.size > 0 ? { kind: "file", path: absolute } : { kind: "free" };
}

/** Where a path leads, also where the end of it is not there yet. */
function placeOf(absolute: string): string {
  const real = realPathOf(absolute);
  if (real !== undefined || dirname(absolute) === absolute) return real ?? absolute;
  return join(placeOf(dirname(absolute)), basename(absolute));
}
