import { statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { rootFault, tidyPath, toPosix } from "../../shared/paths/posix-path.ts";

/** A file below the root, and a line of it. */
export interface AskedFile {
  readonly path: string;
  readonly line: number | undefined;
}

/** Finds the file that `FILE` or `FILE:LINE` means; undefined if no such file is below the root. */
export function findAskedFile(
  word: string,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): AskedFile | undefined {
  const [, name = "", digits] = /^(.+?):(\d{1,9})(?::\d{1,9})?$/s.exec(word) ?? [];
  const meanings: readonly AskedFile[] = [
    { path: word, line: undefined },
    ...(Number(digits) > 0 ? [{ path: name, line: Number(digits) }] : []),
  ];
  for (const { path, line } of meanings) {
    const below = tidyPath(toPosix(relative(root, resolve(isAbsolute(path) ? root : cwd, path))));
    if (rootFault(below) === undefined && isFile(join(root, below))) return { path: below, line };
  }
  return undefined;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // Missing, or in a folder that may not be read: both are told alike.
  }
}
