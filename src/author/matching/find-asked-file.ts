import { statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { rootFault, tidyPath, toPosix } from "../../shared/paths/posix-path.ts";

/** A file below the root, and a line of it. */
export interface AskedFile {
  readonly path: string;
  readonly line: number | undefined;
}

/** Finds the file that `FILE`, `FILE:LINE` or its parts mean; undefined if no such file is below the root. */
export function findAskedFile(
  asked: string | AskedFile,
  { root, cwd }: { readonly root: string; readonly cwd: string },
): AskedFile | undefined {
  const folder = typeof asked === "string" ? cwd : root;
  for (const { path, line } of typeof asked === "string" ? meaningsOf(asked) : [asked]) {
    const below = tidyPath(toPosix(relative(root, resolve(folder, path))));
    if (rootFault(below) === undefined && isFile(join(root, below))) return { path: below, line };
  }
  return undefined;
}

function meaningsOf(word: string): readonly AskedFile[] {
  const [, name = "", digits] = /^(.+?):(\d{1,9})(?::\d{1,9})?$/s.exec(word) ?? [];
  return [
    { path: word, line: undefined },
    ...(Number(digits) > 0 ? [{ path: name, line: Number(digits) }] : []),
  ];
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // Missing, or in a folder that may not be read: both are told alike.
  }
}
