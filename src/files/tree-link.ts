import type { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { descriptorOf } from "./open-outputs.ts";
import { realPathOf } from "./real-path.ts";

/** The folders from which the outputs of a command are judged. */
export interface OutputFolders {
  /** Relative paths start from it; absolute. */
  readonly cwd: string;
  /** Folders whose files others wrote: no link in them is followed out of them. */
  readonly trees: readonly string[];
}

/** Returns the folders of a command that works in `root`. On a runner, the workspace is a tree, too. */
export function outputFolders(
  cwd: string,
  root: string,
  env: Readonly<Record<string, string | undefined>> = {},
): OutputFolders {
  const workspace = env.GITHUB_WORKSPACE ?? "";
  return { cwd, trees: [root, cwd, ...(workspace === "" ? [] : [workspace])] };
}

/**
 * Returns why nothing may be written to a path inside of a tree, in words that follow the path: it is a link, no file,
 * or reached through a link that leads out. Undefined outside of all trees: such a path is the caller's own.
 */
export async function treeLinkFault(
  { cwd, trees }: OutputFolders,
  path: string,
): Promise<string | undefined> {
  const absolute = resolve(cwd, path);
  if (descriptorOf(absolute) !== undefined) return undefined;
  for (const tree of realTreesOf(trees)) {
    const fault = await faultBelow(tree, absolute);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * Returns why a path must not be replaced, also outside of all trees: it is a link to a file, or to nothing. The path
 * is absolute.
 */
export async function linkFault(path: string): Promise<string | undefined> {
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  return isLink && !(await isSpecial(path)) ? IS_LINK : undefined;
}

/** True for a device, a pipe or a folder, also through links: a rename would put a file in its place. */
export async function isSpecial(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined); // Missing.
  return stats !== undefined && !stats.isFile();
}

/** True if a path lies inside of a tree, but leads out of it. */
export function leadsOutOfTree({ cwd, trees }: OutputFolders, path: string): boolean {
  const absolute = resolve(cwd, path);
  const real = realPathOf(absolute);
  if (real === undefined) return false;
  return realTreesOf(trees).some(
    (tree) => entryOf(tree, absolute) !== undefined && !isInside(tree, real),
  );
}

/** Returns the trees by their real paths. The whole disk is none: everything would be inside of it. */
function realTreesOf(trees: readonly string[]): readonly string[] {
  const real = trees.map((tree) => realPathOf(tree)).filter((tree) => tree !== undefined);
  return [...new Set(real)].filter((tree) => dirname(tree) !== tree);
}

/** Walks from the place where a path enters a tree to its end. */
async function faultBelow(tree: string, absolute: string): Promise<string | undefined> {
  let place = entryOf(tree, absolute);
  if (place === undefined) return undefined;
  const rest = relative(place, absolute).split(sep);
  for (const [index, name] of rest.entries()) {
    place = join(place, name);
    const stats = await lstat(place).catch(() => undefined); // Nothing exists there, or it cannot be inspected.
    if (stats === undefined) return undefined;
    const isEnd = index === rest.length - 1;
    const fault = isEnd ? faultOfEnd(stats, place) : faultOnTheWay(stats, place, tree);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function faultOnTheWay(stats: Stats, place: string, tree: string): string | undefined {
  if (!stats.isSymbolicLink()) return undefined;
  const real = realPathOf(place);
  if (real === undefined) return "is reached through a link that leads to nothing";
  return isInside(tree, real) ? undefined : `is reached through a link that leads out of ${tree}`;
}

function faultOfEnd(stats: Stats, place: string): string | undefined {
  if (stats.isFile() || stats.isDirectory()) return undefined;
  if (stats.isFIFO()) return "is a pipe";
  if (!stats.isSymbolicLink()) return "is a device or a socket";
  return realPathOf(place) === undefined ? "is a link that leads to nothing" : IS_LINK;
}

const IS_LINK = "is a symbolic link; name the file itself";

/** Returns the first part of a path that lies in a tree; undefined if none does. */
function entryOf(tree: string, absolute: string): string | undefined {
  const parent = dirname(absolute);
  const earlier = parent === absolute ? undefined : entryOf(tree, parent);
  if (earlier !== undefined) return earlier;
  const real = realPathOf(absolute);
  return real !== undefined && isInside(tree, real) ? absolute : undefined;
}

function isInside(tree: string, real: string): boolean {
  return real === tree || real.startsWith(tree + sep);
}
