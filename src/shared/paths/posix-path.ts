import * as system from "node:path";
import { isAbsolute, normalize } from "node:path/posix";

/** Returns a path of this system with `/` between its parts. */
export function toPosix(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

/**
 * Returns a path relative to a folder, with `/`, and "" for the folder itself; undefined if it is not inside of it.
 * Both are absolute. A name may begin with two dots, and a path on another drive stays absolute.
 */
export function pathInside(folder: string, path: string): string | undefined {
  const inside = toPosix(system.relative(folder, path));
  const isOutside = inside === ".." || inside.startsWith("../") || system.isAbsolute(inside);
  return isOutside ? undefined : inside;
}

/**
 * Returns the fault of a path or glob that has to stay under the root, in words that follow the path (`leaves the
 * root`), or undefined if there is none (F10).
 */
export function pathFault(path: string): string | undefined {
  if (path.startsWith("!")) return "begins with `!`, which excludes nothing here; use `exclude`";
  return rootFault(path);
}

/** Returns the fault of the name of one file or folder, which may begin with `!`. */
export function rootFault(path: string): string | undefined {
  if (path.trim() === "") return "is empty";
  if (path.includes("\0")) return "contains a NUL character";
  if (path.includes("\\")) return "contains a backslash; separate folders with `/`";
  if (isAbsolute(path) || /^[A-Za-z]:/.test(path))
    return "is absolute; name it relative to the root";
  if (path.split("/").includes("..")) return "leaves the root or could; `..` is not allowed";
  return undefined;
}

/** The same of a file that was found below a root: it may have any name of its system, also with a backslash. */
export function foundFault(path: string, platform = process.platform): string | undefined {
  return rootFault(platform === "win32" ? path : path.replaceAll(/[\\:]/g, "_"));
}

/** `./src//a.ts` → `src/a.ts`, `src/` → `src`, `.` → "" (the root itself). Globs keep their syntax. */
export function tidyPath(path: string): string {
  const tidy = normalize(path).replace(/\/+$/, "");
  return tidy === "." ? "" : tidy;
}

/** The order of paths everywhere: by code unit, the same on every machine (A12). */
export function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
