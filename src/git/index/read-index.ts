import { createHash } from "node:crypto";
import { join } from "node:path";
import { gitFolderOf } from "../git-folder.ts";
import { readRegularFile } from "../read-regular-file.ts";
import type { IndexEntry } from "./parse-index.ts";

/** A larger index is read by git; bytes. */
const MOST_BYTES = 512 * 1024 * 1024;

/** The bytes of a header, of an entry in front of its path, and of the digest at the end. */
const [HEADER, FIXED, DIGEST] = [12, 62, 20];

/**
 * The bits of an entry: the length of its path, it is unmerged, it is assumed to be unchanged, it has more bits; and of
 * those: it is skipped.
 */
const [LENGTH, STAGE, ASSUMED, MORE, SKIPPED] = [0xfff, 0x3000, 0x8000, 0x4000, 0x4000];

/** One entry of an index file. */
interface StoredEntry {
  /** From the top of the work tree. */
  readonly path: string;
  readonly blobId: string;
  /** As in `100644`: the type of the file, and its rights. */
  readonly mode: number;
  readonly isUnmerged: boolean;
  /** Git was told to take the file for unchanged. */
  readonly isAssumed: boolean;
  /** The size of the file when git last compared it with the blob; bytes. */
  readonly size: number;
}

/** The entries of an index file that are looked for. */
interface StoredEntries {
  readonly entries: readonly StoredEntry[];
  /** True if any entry of the index is not merged. */
  readonly hasUnmerged: boolean;
}

/**
 * True for an entry that is looked for. It gets its path in latin1, that is each byte as one character: most paths of a
 * large index are not decoded.
 */
export type IsWantedPath = (latin1Path: string) => boolean;

/** Returns a path as {@link IsWantedPath} gets it. */
export function latin1Of(path: string): string {
  return Buffer.from(path).toString("latin1");
}

/**
 * Reads the index of a repository without git: its wanted entries below `prefix`, as `parseIndex` returns them;
 * `dotGit` is the path of its `.git`. Returns undefined for an index that git has to read.
 */
export function readIndex(
  dotGit: string,
  prefix: string,
  isWanted: IsWantedPath = () => true,
): readonly IndexEntry[] | undefined {
  const bytes = bytesOf(dotGit);
  const start = latin1Of(prefix);
  const below: IsWantedPath = (path) =>
    path.startsWith(start) && isWanted(path.slice(start.length));
  const read = bytes && entriesIn(bytes, below);
  return read?.entries.map(({ path, blobId, mode, isUnmerged, isAssumed, size }) => {
    const type = mode >>> 12;
    return {
      path: path.slice(prefix.length),
      blobId,
      kind: type === 0o16 ? "submodule" : type === 0o10 ? "file" : "link",
      isCompared: !isAssumed && !isUnmerged,
      hidden: isAssumed ? "assumed" : undefined,
      size,
    };
  });
}

/** Reads the bytes of an index file; undefined if they do not match their digest. Git says what is wrong with it. */
export function readIndexBytes(file: string): Buffer | undefined {
  try {
    const bytes = readRegularFile(file, MOST_BYTES);
    if (bytes.length < HEADER + DIGEST) return undefined;
    const end = bytes.length - DIGEST;
    const digest = createHash("sha1").update(bytes.subarray(0, end)).digest();
    return digest.equals(bytes.subarray(end)) ? bytes : undefined;
  } catch {
    return undefined; // It cannot be read.
  }
}

/**
 * Returns the wanted entries in the bytes of {@link readIndexBytes}; undefined if git has to read it: damaged, with
 * object ids of SHA-256, with compressed paths, with files that a checkout left out, or with an extension that not
 * every reader may pass over (one that is split, or sparse).
 */
export function entriesIn(bytes: Buffer, isWanted: IsWantedPath): StoredEntries | undefined {
  const end = bytes.length - DIGEST;
  const version = bytes.readUInt32BE(4);
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || (version !== 2 && version !== 3))
    return undefined;
  let hasUnmerged = false;
  const entries: StoredEntry[] = [];
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    if (at + FIXED > end) return undefined;
    const flags = bytes.readUInt16BE(at + 60);
    const start = at + FIXED + ((flags & MORE) === 0 ? 0 : 2);
    // The field of the length is full for a long path, and git itself looks for the end then.
    const known = start + (flags & LENGTH);
    const stop = bytes[known] === 0 ? known : bytes.indexOf(0, start);
    if (stop === -1 || stop >= end) return undefined;
    // Git looks at a file that is there although it was left out.
    if ((flags & MORE) !== 0 && (bytes.readUInt16BE(at + FIXED) & SKIPPED) !== 0) return undefined;
    hasUnmerged ||= (flags & STAGE) !== 0;
    if (isWanted(bytes.toString("latin1", start, stop)))
      entries.push(entryAt(bytes, at, bytes.toString("utf8", start, stop)));
    at = stop + 8 - ((stop - at) % 8); // Ends with one to eight NULs.
  }
  return hasPlainExtensions(bytes, at, end) ? { entries, hasUnmerged } : undefined;
}

function bytesOf(dotGit: string): Buffer | undefined {
  try {
    return readIndexBytes(join(gitFolderOf(dotGit), "index"));
  } catch {
    return undefined; // Git says what is wrong with its folder.
  }
}

function entryAt(bytes: Buffer, at: number, path: string): StoredEntry {
  const flags = bytes.readUInt16BE(at + 60);
  return {
    path,
    blobId: bytes.toString("hex", at + 40, at + 60),
    mode: bytes.readUInt32BE(at + 24),
    isUnmerged: (flags & STAGE) !== 0,
    isAssumed: (flags & ASSUMED) !== 0,
    size: bytes.readUInt32BE(at + 36),
  };
}

/** True if every reader may pass over all extensions: the names of others begin with a small letter. */
function hasPlainExtensions(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  for (; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    const first = bytes.toString("latin1", at, at + 1);
    if (first < "A" || first > "Z") return false;
  }
  return at === end;
}
