import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { World } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { pathInside } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { LoadingStop } from "../sources/loading-stop.ts";
import { readFileList } from "./read-file-list.ts";

/** True for a path that belongs to a choice. */
export type PathTest = (path: string) => boolean;

/** The sources of names. */
interface NameSources extends Pick<World, "cwd" | "standardInput"> {
  readonly reader: { readonly loading: LoadingStop };
}

/** Returns a test for the files that a request names, and one for those in its list; or why the list cannot be read. */
export async function testsOfNames(
  root: string,
  { files, filesFrom }: Pick<RunRequest, "files" | "filesFrom">,
  sources: NameSources,
): Promise<{ readonly tests: readonly PathTest[] } | { readonly fault: Diagnostic }> {
  const { cwd, reader } = sources;
  const roots = [root, realPathOf(root) ?? root];
  const among = (names: readonly string[]) =>
    inOrBelow(names.map((name) => pathBelow(roots, resolve(cwd, name))));
  const named = files === undefined ? [] : [among(files)];
  if (filesFrom === undefined) return { tests: named };
  const list = await readFileList(filesFrom, sources, reader.loading.signal);
  return "fault" in list ? list : { tests: [...named, among(list.names)] };
}

/** The most missing files that are named. */
const MOST_NAMED = 5;

/** Warns of files that a person named and that do not exist; a list may well have some that were removed. */
export function missingFiles(files: readonly string[] = [], cwd: string): readonly Diagnostic[] {
  const missing = files.filter((file) => !file.includes("\uFFFD") && !isThere(resolve(cwd, file)));
  const more = missing.length > MOST_NAMED ? `, and ${missing.length - MOST_NAMED} more` : "";
  const names = missing.slice(0, MOST_NAMED).map(shown).join(", ");
  const message = `Left out, because there is no such file: ${names}${more}.`;
  return missing.length > 0 ? [{ code: "file-not-found", severity: "warning", message }] : [];
}

/** No file is below a file, or has a name that is too long; what may not be looked at is reported by others. */
function isThere(absolute: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // lstat throws these only.
    return code !== "ENOTDIR" && code !== "ENAMETOOLONG";
  }
}

/** Returns the path of a file relative to the root, which may be named by a link; `..` outside of it. */
function pathBelow(roots: readonly string[], absolute: string): string {
  return roots.map((root) => pathInside(root, absolute)).find((path) => path !== undefined) ?? "..";
}

/** A folder stands for all files in it, "" for those of the whole root. */
function inOrBelow(names: readonly string[]): PathTest {
  const set = new Set(names);
  return (path) => {
    if (set.has(path) || set.has("")) return true;
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
      if (set.has(path.slice(0, end))) return true;
    return false;
  };
}
