import { blobIdOf } from "../shared/blob-id.ts";
import type { RunGit } from "./run-git.ts";

/** One thing in a commit that is not a folder. */
export interface CommitEntry {
  readonly kind: "file" | "link" | "submodule";
  /** The object id. */
  readonly id: string;
}

/**
 * Returns the id of a commit, by any name that git knows it by; undefined if it is not in the repository. Rejects if
 * there is no git or no repository.
 */
export async function findCommit(git: RunGit, name: string): Promise<string | undefined> {
  if (name.startsWith("-")) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  try {
    return /^[0-9a-f]{40,64}$/m.exec(await git(args))?.[0];
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 1) return undefined; // The meaning of `--quiet`.
    throw error;
  }
}

/** Returns everything in a commit below the folder that git runs in, by path relative to that folder. */
export async function listCommit(
  git: RunGit,
  commit: string,
): Promise<ReadonlyMap<string, CommitEntry>> {
  const output = await git(["ls-tree", "-r", "-z", commit]);
  const entries = new Map<string, CommitEntry>();
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf("\0", start);
    const tab = output.indexOf("\t", start);
    // `100644 blob <id><tab>path`
    const [mode = "", , id = ""] = output.slice(start, tab).split(" ");
    const kind = mode === "120000" ? "link" : mode === "160000" ? "submodule" : "file";
    entries.set(output.slice(tab + 1, end), { kind, id });
    start = end + 1;
  }
  return entries;
}

/** The bytes of a blob, or why they are not to be had. */
export type BlobRead =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Not UTF-8. */
  | { readonly kind: "binary" }
  /** Of another id: the object was changed. */
  | { readonly kind: "damaged" }
  | { readonly kind: "too-large" };

/** Reads a blob of at most `maxBytes` of UTF-8. Its bytes are compared with its id. */
export async function readBlob(git: RunGit, id: string, maxBytes: number): Promise<BlobRead> {
  if (Number(await git(["cat-file", "-s", id])) > maxBytes) return { kind: "too-large" };
  const bytes = Buffer.from(await git(["cat-file", "blob", id]));
  // The output of git was decoded: other bytes than UTF-8 have become others.
  const isWhole = blobIdOf(bytes, id.length === 64 ? "sha256" : "sha1") === id;
  if (isWhole) return { kind: "bytes", bytes };
  return { kind: bytes.includes("\uFFFD") ? "binary" : "damaged" };
}
