import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ByteReader } from "../files/read-bytes.ts";
import type { Difference } from "../git/compared/compare-commit.ts";
import {
  idWithUnixEnds,
  lfsPointerIn,
  withoutIdent,
  withWindowsEnds,
} from "../git/compared/converted-files.ts";
import { blobIdOf } from "../shared/blob-id.ts";
import type { Content } from "./sides.ts";

/** The place of a comparison. */
export interface Reading {
  readonly root: string;
  readonly commit: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** What the differences of a tree are judged by. */
export interface Sources extends Reading {
  readonly reader: ByteReader;
  readonly blobs: ReadonlyMap<string, Buffer>;
  /** The paths that git-lfs stores, as the base says, among those with a pointer there. */
  readonly storedByLfs: ReadonlySet<string>;
  /** The ids of the blobs that git would make of files. */
  readonly added: ReadonlyMap<string, string>;
  /** No file that says how git converts files is another one than in the base. */
  readonly isConversionKnown: boolean;
}

/** Returns the algorithm of the names of objects, by one of them. */
export function algorithmOf(id: string): "sha1" | "sha256" {
  return id.length === 64 ? "sha256" : "sha1";
}

/**
 * True if git would take a file for a blob of the base because of other line ends, the id of the blob in `$Id$`, or an
 * encoding that the base names. Git itself takes any text in `$Id: … $` for none.
 */
export function isAsConverted(
  path: string,
  { id, blob, bytes }: { readonly id: string; readonly blob: Buffer; readonly bytes: Buffer },
  { added, isConversionKnown }: Pick<Sources, "added" | "isConversionKnown">,
): boolean {
  if (blobIdOf(bytes, algorithmOf(id)) === id) return true;
  if (added.get(path) !== id) return false;
  if (idWithUnixEnds(withoutIdent(bytes, id), algorithmOf(id)) === id) return true;
  return isConversionKnown && !blob.includes("$Id$");
}

/** Returns the bytes that the base has on a disk on which git gives this file other line ends. */
export function asCheckedOut(
  { path, after }: Difference,
  blob: Buffer,
  bytes: Content,
  { added }: Sources,
): Buffer {
  const id = added.get(path);
  if (after?.kind !== "file" || !Buffer.isBuffer(bytes) || id === undefined) return blob;
  const isConverted = id !== after.id && id === idWithUnixEnds(bytes, algorithmOf(id));
  return isConverted && !blob.includes("\r\n") ? withWindowsEnds(blob) : blob;
}

/** True if a file is the one that a blob of the base points to, where the base has git-lfs store it. */
export async function isOfPointer(
  path: string,
  blob: Buffer,
  size: number,
  { root, storedByLfs, signal }: Sources,
): Promise<boolean> {
  if (!storedByLfs.has(path)) return false;
  const pointer = lfsPointerIn(blob);
  if (pointer === undefined || pointer.size !== size) return false;
  const hash = createHash("sha256");
  // The file may grow meanwhile, and one byte more makes another digest.
  await pipeline(createReadStream(join(root, path), { end: size }), hash, { signal });
  return hash.digest("hex") === pointer.digest;
}
