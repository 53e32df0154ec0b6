import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { bitsWith, type FileMode, fileModeOf } from "../../model/patch/file-mode.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";

/** The files that are copied before anything else has its turn. */
const AT_ONCE = 64;

/** A file as it is to be copied. */
interface LaidOver {
  readonly text: string;
  readonly mode: FileMode | undefined;
}

/** The source and the target of copies. */
interface Copying {
  /** Absolute, as is the target. */
  readonly from: string;
  readonly to: string;
  /** Returns a file that differs from the disk; undefined for all others. */
  readonly laidOver: (path: string) => Promise<LaidOver> | undefined;
  /** When it fires, copying ends. */
  readonly signal: AbortSignal;
}

/**
 * Copies files with their modes. Their content is shared until one is written if the disk can do that, and never by
 * hard links: a program that writes in place would write to both. Links are copied if they lead to something inside.
 * Returns the paths that were copied; a file that is gone is left out.
 */
export async function copyFiles(
  paths: readonly string[],
  { from, to, laidOver, signal }: Copying,
): Promise<readonly string[]> {
  const folders = new Set<string>();
  const copied: string[] = [];
  for (const [index, path] of paths.entries()) {
    if (index % AT_ONCE === 0) await setImmediate();
    if (signal.aborted) break;
    const folder = dirname(join(to, path));
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    const laid = await laidOver(path);
    if (copyFile(path, { from, to, laid })) copied.push(path);
  }
  return copied;
}

function copyFile(
  path: string,
  { from, to, laid }: Pick<Copying, "from" | "to"> & { readonly laid: LaidOver | undefined },
): boolean {
  const [source, target] = [join(from, path), join(to, path)];
  const stats = lstatSync(source, { throwIfNoEntry: false });
  if (laid !== undefined) {
    writeFileSync(target, laid.text);
    const { mode } = stats?.isFile() ? stats : lstatSync(target);
    chmodSync(target, bitsWith(mode & 0o777, laid.mode ?? fileModeOf(mode)));
    return true;
  }
  if (stats?.isSymbolicLink()) return copyLink(source, target, from);
  if (!stats?.isFile()) return false;
  try {
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false; // It has gone meanwhile.
    throw error;
  }
}

/** A link that leads out of the copy would let a program write there. */
function copyLink(source: string, target: string, from: string): boolean {
  const aim = readlinkSync(source);
  if (isAbsolute(aim) || pathInside(from, join(dirname(source), aim)) === undefined) return false;
  symlinkSync(aim, target);
  return true;
}

/** Makes a link to a folder or a file; the folders above are made. */
export function linkTo(source: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  symlinkSync(source, target, "junction");
}
