import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import type { FolderEntry } from "../model/workspace.ts";

/** The number of entries that are read at a time. */
const PIECE = 1024;

/**
 * Yields the entries of a folder below the root, piece by piece, unsorted; links are not followed. Throws the error of
 * the disk.
 */
export async function* readFolder(root: string, path: string): AsyncIterable<FolderEntry> {
  for await (const entry of await opendir(join(root, path), { bufferSize: PIECE }))
    yield { name: entry.name, kind: kindOf(entry) };
}

function kindOf(entry: Dirent): FolderEntry["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "folder";
  return entry.isFile() ? "file" : "other";
}
