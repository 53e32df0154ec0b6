import { dirname, join, relative } from "node:path";
import { realPathOf } from "../../files/real-path.ts";
import { findRepository } from "../../git/find-repository.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import { PROJECT_FILE } from "../../request/options/file-names.ts";
import type { RunRequest } from "../../request/request.ts";
import { toPosix } from "../../shared/paths/posix-path.ts";
import type { ConfigReader, SourceText } from "../sources/config-reader.ts";
import { openSources, type SourceWorld } from "../sources/open-sources.ts";

/** The project file of a folder: its text, or why it is not read. */
export type FoundProject =
  | {
      readonly kind: "found";
      /** The folder of the file; absolute. */
      readonly folder: string;
      readonly read: SourceText;
      /** Warnings of nearer files of the work tree that are not used. */
      readonly notes: readonly Diagnostic[];
    }
  /** `notes` are the same. */
  | { readonly kind: "none"; readonly notes: readonly Diagnostic[] }
  /** The trust of the request cannot be had, which the run reports. */
  | { readonly kind: "refused" };

/**
 * Finds the project file of a request, as far as the tree is trusted: in the root only, or in the nearest folder from
 * the root to the top of its repository. Outside of a repository only the root itself is looked at: a folder above may
 * be anyone's.
 */
export async function findProject(
  request: Pick<RunRequest, "root" | "trust" | "base" | "project">,
  world: SourceWorld,
  signal: AbortSignal,
): Promise<FoundProject> {
  const { root, trust, base } = request;
  const start = realPathOf(root) ?? root;
  const repository = request.project === "upwards" ? findRepository(start) : undefined;
  const top = repository === undefined ? start : dirname(repository);
  const opened = await openSources({ root: top, trust, base }, { ...world, cwd: top }, signal);
  if (opened.kind === "refused") return { kind: "refused" };
  for (const folder of foldersUpTo(top, start)) {
    const read = await readIn(folder, top, opened.reader);
    if (read === undefined) continue;
    const notes = notesBelow(toPosix(relative(top, folder)), opened.reader.notes);
    return { kind: "found", folder: folder === start ? root : folder, read, notes };
  }
  return { kind: "none", notes: opened.reader.notes };
}

/**
 * Returns the notes about files below a folder, with names relative to it. The run makes the one about its own file.
 */
function notesBelow(folder: string, notes: readonly Diagnostic[]): readonly Diagnostic[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  return notes.flatMap((note) => {
    const { path = "", message } = note;
    if (path === prefix + PROJECT_FILE) return [];
    const own = { path: path.slice(prefix.length), message: message.slice(prefix.length) };
    return [{ ...note, ...own }]; // The message begins with the path.
  });
}

/** Returns the folders from the lowest to the top. */
function foldersUpTo(top: string, lowest: string): readonly string[] {
  return lowest === top || dirname(lowest) === lowest
    ? [lowest]
    : [lowest, ...foldersUpTo(top, dirname(lowest))];
}

/** Reads the project file in a folder; its name in messages is relative to that folder, which becomes the root. */
async function readIn(
  folder: string,
  top: string,
  reader: ConfigReader,
): Promise<SourceText | undefined> {
  const path = toPosix(join(relative(top, folder), PROJECT_FILE));
  const read = await reader.readOptional(path, "project");
  if (read === undefined || "text" in read) return read && { ...read, path: PROJECT_FILE };
  return read;
}
