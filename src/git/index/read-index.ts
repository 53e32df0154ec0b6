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
 * The bits of an entry: it is unmerged, it is assumed to be unchanged, it has more bits; and of those: it is skipped.
 */
const [STAGE, ASSUMED, MORE, SKIPPED] = [0x3000, 0x8000, 0x4000, 0x4000];

/**
 * Reads the index of a repository without git: its entries below `prefix`, as `parseIndex` returns them; `dotGit` is
 * the path of its `.git`. Returns undefined for an index that git has to read: missing, damaged, without a digest, with
 * object ids of SHA-256, with compressed paths, with files that a checkout left out, or with an extension that not
 * every reader may pass over (one that is split, or sparse).
 */
export function readIndex(dotGit: string, prefix: string): readonly IndexEntry[] | undefined {
  const bytes = bytesOf(dotGit);
  if (bytes === undefined || bytes.length < HEADER + DIGEST) return undefined;
  const end = bytes.length - DIGEST;
  const version = bytes.readUInt32BE(4);
  if (bytes.toString("latin1", 0, 4) !== "DIRC" || (version !== 2 && version !== 3))
    return undefined;
  const digest = createHash("sha1").update(bytes.subarray(0, end)).digest();
  if (!digest.equals(bytes.subarray(end))) return undefined;
  const entries: IndexEntry[] = [];
  let at = HEADER;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const more = at + FIXED <= end && (bytes.readUInt16BE(at + 60) & MORE) !== 0;
    const start = at + FIXED + (more ? 2 : 0);
    const stop = bytes.indexOf(0, start);
    if (stop === -1 || stop >= end) return undefined;
    // Git looks at a file that is there although it was left out.
    if (more && (bytes.readUInt16BE(at + FIXED) & SKIPPED) !== 0) return undefined;
    const path = bytes.toString("utf8", start, stop);
    if (path.startsWith(prefix)) entries.push(entryAt(bytes, at, path.slice(prefix.length)));
    at = stop + 8 - ((stop - at) % 8); // Ends with one to eight NULs.
  }
  return hasPlainExtensions(bytes, at, end) ? entries : undefined;
}

function bytesOf(dotGit: string): Buffer | undefined {
  try {
    return readRegularFile(join(gitFolderOf(dotGit), "index"), MOST_BYTES);
  } catch {
    return undefined; // Git says what is wrong with it, if anything is.
  }
}

function entryAt(bytes: Buffer, at: number, path: string): IndexEntry {
  const flags = bytes.readUInt16BE(at + 60);
  const isAssumed = (flags & ASSUMED) !== 0;
  const type = bytes.readUInt32BE(at + 24) >>> 12;
  return {
    path,
    blobId: bytes.toString("hex", at + 40, at + 60),
    kind: type === 0o16 ? "submodule" : type === 0o10 ? "file" : "link",
    isCompared: !isAssumed && (flags & STAGE) === 0,
    hidden: isAssumed ? "assumed" : undefined,
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
