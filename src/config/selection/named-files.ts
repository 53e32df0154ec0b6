import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import { namesBelow } from "../../files/names-below.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { World } from "../../model/world.ts";
import type { RunRequest } from "../../request/request.ts";
import { messageOf } from "../../shared/message-of.ts";
import { unquotedName } from "../../shared/paths/quoted-name.ts";
import { shown } from "../../shared/shown.ts";
import type { LoadingStop } from "../sources/loading-stop.ts";
import { readNamedInput } from "../sources/read-named-input.ts";

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
  const among = (names: readonly string[]) => inOrBelow(namesBelow(root, names, cwd));
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

/** The most names of a list. */
const MAX_NAMES = 1_000_000;

/** Enough for a million long names; bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** The names in a list of files, or why it cannot be read. */
type ReadFileList = { readonly names: readonly string[] } | { readonly fault: Diagnostic };

/**
 * Reads a list of files, `-` from standard input. It may be a pipe: the caller named it, and it is waited for until the
 * signal fires. Throws `LoadingStopped` then.
 */
async function readFileList(
  named: string,
  world: Pick<World, "cwd" | "standardInput">,
  signal: AbortSignal,
): Promise<ReadFileList> {
  const read = await readNamedInput(
    { named, noun: "list of files", maxBytes: MAX_BYTES },
    world,
    signal,
  );
  if ("fault" in read) return faultOf(read.fault);
  try {
    return { names: parseFileList(read.bytes) };
  } catch (error) {
    return faultOf(`${read.what} ${messageOf(error)}.`);
  }
}

function faultOf(message: string): ReadFileList {
  return { fault: { code: "invalid-option", severity: "error", message } };
}

/**
 * Reads the names in a list of files: each on a line, or each with a NUL after it. A line in double quotes is a name
 * as git prints it if it has special characters. Throws an `Error` whose message follows the name of the list.
 */
function parseFileList(bytes: Uint8Array): readonly string[] {
  const text = decode(bytes);
  const names = text.includes("\0")
    ? text.split("\0")
    : text.split(/\r?\n/).map((line) => (/^".*"$/s.test(line) ? unquotedName(line) : line));
  const given = names.filter((name) => name !== "");
  if (given.length > MAX_NAMES) throw new Error(`has more than ${MAX_NAMES} names`);
  return given;
}

/** A name that is not valid UTF-8 gets the sign that stands for it in lists of files, too. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe; // Windows PowerShell writes it.
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}
