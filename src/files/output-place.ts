import { lstat, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { toPosix } from "../shared/paths/posix-path.ts";
import { descriptorOf, isStandardOutput } from "./open-outputs.ts";
import { isReserved } from "./path-rules.ts";
import { realPathOf } from "./real-path.ts";
import { type OutputFolders, treeLinkFault } from "./tree-link.ts";

/** The thing at the place of a product of Sluice, which is going to be written there. */
export type OutputPlace =
  /** Nothing that could be lost: no file, an empty file, or a device. */
  | { readonly kind: "free" }
  | { readonly kind: "folder" }
  /** Absolute. */
  | { readonly kind: "file"; readonly path: string }
  /** Writing there is refused, in words that follow the path. */
  | { readonly kind: "refused"; readonly fault: string };

/**
 * Inspects the place of a product, by its name and by its target. `inputs` are the other files of the run: recipes,
 * policy, reports. No link of a tree is followed.
 *
 * A named pipe is refused: without a reader, writing to it waits for ever. An unnamed pipe, which standard output may
 * be, has its reader.
 */
export async function inspectOutputPlace(
  folders: OutputFolders,
  path: string,
  inputs: readonly string[],
): Promise<OutputPlace> {
  const absolute = resolve(folders.cwd, path);
  const refuse = (fault: string): OutputPlace => ({ kind: "refused", fault });
  const places = [absolute, placeOf(absolute)];
  if (places.some((place) => isReserved(toPosix(place))))
    return refuse("is inside of `.git` or `.sluice`");
  const given = new Set(
    inputs.map((input) => resolve(folders.cwd, input)).flatMap((input) => [input, placeOf(input)]),
  );
  if (places.some((place) => given.has(place))) return refuse("is another file of this run");
  if (descriptorOf(absolute) !== undefined) return { kind: "free" }; // The text is appended.
  const fault = await treeLinkFault(folders, path);
  if (fault !== undefined) return refuse(fault);
  const stats = await stat(absolute).catch(() => undefined); // Nothing exists there, or it cannot be inspected.
  if (stats === undefined) {
    const own = await lstat(absolute).catch(() => undefined);
    return own?.isSymbolicLink() ? refuse("is a link that leads to nothing") : { kind: "free" };
  }
  if (stats.isFIFO() && realPathOf(absolute) !== undefined) return refuse("is a pipe");
  if (stats.isDirectory()) return { kind: "folder" };
  if (isStandardOutput(stats)) return refuse("is the file that standard output goes to");
  return stats.isFile() && stats.size > 0 ? { kind: "file", path: absolute } : { kind: "free" };
}

/** Returns the target of a path, even if the end of the path does not exist yet. */
function placeOf(absolute: string): string {
  const real = realPathOf(absolute);
  if (real !== undefined || dirname(absolute) === absolute) return real ?? absolute;
  return join(placeOf(dirname(absolute)), basename(absolute));
}
