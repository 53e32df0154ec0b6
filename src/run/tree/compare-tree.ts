import { decodeText } from "../../files/decode-text.ts";
import { findWayTo } from "../../files/way-to.ts";
import type { Workspace } from "../../model/workspace.ts";
import type { BaseText } from "../../plan/compose-changes.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { GitListing } from "../request/git-listing.ts";
import { createOverlayWorkspace } from "./disk-workspace.ts";

/** A file that is not what it is expected to be. */
export interface MovedFile {
  readonly path: string;
  /** sha256; null where no file was expected. */
  readonly expected: string | null;
  /** What became of it, in words that follow the path. */
  readonly found: string;
}

/** Nobody asks for the lists of a workspace that only reads what it is told to. */
const NO_LISTING: GitListing = {
  runs: "",
  files: Promise.resolve(undefined),
  ignored: Promise.resolve([]),
  uncommitted: () => Promise.resolve(undefined),
  indexed: () => Promise.resolve(new Set()),
  again: () => NO_LISTING,
};

/**
 * Compares files on the disk with the hashes that they should have, null for those that should not be there.
 * No link is followed. `bases` has what is as it should be, for `keepsTexts` with its text.
 */
export async function compareTree(
  root: string,
  expected: ReadonlyMap<string, string | null>,
  { keepsTexts }: { readonly keepsTexts: boolean },
): Promise<{
  readonly moved: readonly MovedFile[];
  readonly bases: ReadonlyMap<string, BaseText>;
}> {
  const workspace = createOverlayWorkspace(root, NO_LISTING);
  const moved: MovedFile[] = [];
  const bases = new Map<string, BaseText>();
  for (const [path, hash] of expected) {
    // Most are as they should be, and of those nobody asks anything else.
    const read = hash === null ? undefined : workspace.readBytes(path);
    if (read?.kind === "bytes" && sha256(read.bytes) === hash) {
      const decoded = keepsTexts ? decodeText(read.bytes) : undefined;
      if (decoded?.kind === "unusable") moved.push({ path, expected: hash, found: "is no text" });
      else bases.set(path, { text: decoded?.text, hash });
      continue;
    }
    const found = await whatIsThere(root, path, hash, workspace);
    if (found === undefined) bases.set(path, { text: undefined, hash });
    else moved.push({ path, expected: hash, found });
  }
  return { moved, bases };
}

/** In words that follow the path; undefined where nothing is, and a file can be made. */
async function whatIsThere(
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
      return "is no file";
    case "missing":
      if (expected !== null) return "is gone";
      return (await findWayTo(root, path)) === "free" ? undefined : "would be in what is no folder";
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
