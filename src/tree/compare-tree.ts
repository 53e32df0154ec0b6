import { decodeText } from "../files/decode-text.ts";
import { findWayTo } from "../files/way-to.ts";
import type { Workspace } from "../model/workspace.ts";
import type { BaseText } from "../plan-file/compose-changes.ts";
import { sha256 } from "../shared/sha256.ts";
import { NO_LISTING } from "./no-listing.ts";
import { createOverlayWorkspace } from "./overlay-workspace.ts";

/** A file that differs from what is expected. */
export interface DifferingFile {
  readonly path: string;
  /** sha256; null if no file was expected. */
  readonly expected: string | null;
  /** The difference, in words that follow the path. */
  readonly found: string;
}

/**
 * Compares files on the disk with their expected hashes, null for files that must not exist. Follows no link. `bases`
 * has the files that are as expected, with their texts if `keepsTexts`.
 */
export async function compareTree(
  root: string,
  expected: ReadonlyMap<string, string | null>,
  { keepsTexts }: { readonly keepsTexts: boolean },
): Promise<{
  readonly moved: readonly DifferingFile[];
  readonly bases: ReadonlyMap<string, BaseText>;
}> {
  const workspace = createOverlayWorkspace(root, NO_LISTING);
  const moved: DifferingFile[] = [];
  const bases = new Map<string, BaseText>();
  for (const [path, hash] of expected) {
    // Most files are as expected, and need no other check.
    const read = hash === null ? undefined : workspace.readBytes(path);
    if (read?.kind === "bytes" && sha256(read.bytes) === hash) {
      const decoded = keepsTexts ? decodeText(read.bytes) : undefined;
      if (decoded?.kind === "unusable")
        moved.push({ path, expected: hash, found: "is not a text file" });
      else bases.set(path, { text: decoded?.text, hash });
      continue;
    }
    const found = await describeFound(root, path, hash, workspace);
    if (found === undefined) bases.set(path, { text: undefined, hash });
    else moved.push({ path, expected: hash, found });
  }
  return { moved, bases };
}

/** Describes what is there, in words that follow the path; undefined if nothing is there and a file can be made. */
async function describeFound(
  root: string,
  path: string,
  expected: string | null,
  workspace: Workspace,
): Promise<string | undefined> {
  const kind = await workspace.kindOf(path);
  switch (kind) {
    case "link":
      return "is a link, or reached through one";
    case "other":
    case "folder":
      return "is not a file";
    case "missing":
      if (expected !== null) return "is gone";
      if ((await findWayTo(root, path)) === "free") return undefined;
      return "cannot be made: a folder of its path is not a folder";
    case "file":
      return expected === null ? "exists by now" : "has changed";
  }
}

/** Returns the hash of each file before the first of the actions; null if there was no file. */
export function firstHashes(
  actions: readonly {
    readonly files: readonly { readonly path: string; readonly preHash: string | null }[];
  }[],
): ReadonlyMap<string, string | null> {
  const hashes = new Map<string, string | null>();
  for (const { files } of actions)
    for (const { path, preHash } of files) if (!hashes.has(path)) hashes.set(path, preHash);
  return hashes;
}
