import { lstatSync } from "node:fs";
import { relative, resolve } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { World } from "../../model/world.ts";
import { toPosix } from "../../shared/paths/posix-path.ts";
import { shown } from "../../shared/shown.ts";
import type { FileChoice } from "../request/request.ts";
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
  { files, filesFrom }: FileChoice,
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
  const missing: string[] = [];
  for (const file of files.filter((name) => !name.includes("\uFFFD")))
    if (lstatSync(resolve(cwd, file), { throwIfNoEntry: false }) === undefined) missing.push(file);
  const more = missing.length > MOST_NAMED ? `, and ${missing.length - MOST_NAMED} more` : "";
  const names = missing.slice(0, MOST_NAMED).map(shown).join(", ");
  const message = `Left out, because there is no such file: ${names}${more}.`;
  return missing.length > 0 ? [{ code: "file-not-found", severity: "warning", message }] : [];
}

/** Returns the path of a file relative to the root, which may be named by a link; outside of it with `..`. */
function pathBelow(roots: readonly string[], absolute: string): string {
  const paths = roots.map((root) => toPosix(relative(root, absolute)));
  return paths.find((path) => !path.startsWith("..")) ?? "..";
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
