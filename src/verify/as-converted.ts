import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ByteReader } from "../files/read-bytes.ts";
import type { Difference } from "../git/compared/compare-commit.ts";
import { idWithUnixEnds, lfsPointerIn, withWindowsEnds } from "../git/compared/converted-files.ts";
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
  /** The ids of the blobs that git would make of files. */
  readonly added: ReadonlyMap<string, string>;
  /** No file that says how git converts files is another one than in the base. */
  readonly isConversionKnown: boolean;
}

/** Returns the algorithm of the names of objects, by one of them. */
export function algorithmOf(id: string): "sha1" | "sha256" {
  return id.length === 64 ? "sha256" : "sha1";
}

/** True if git would take the file for the one of the base, and nothing but a rule of the base makes it so. */
export function isAsConverted(
  { path, before }: Difference,
  bytes: Buffer,
  sources: Sources,
): boolean {
  const id = before?.id ?? "";
  if (blobIdOf(bytes, algorithmOf(id)) === id) return true;
  if (sources.added.get(path) !== id) return false;
  return sources.isConversionKnown || idWithUnixEnds(bytes, algorithmOf(id)) === id;
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

/** True if a file is the one of git-lfs that a blob of the base points to. */
export async function isOfPointer(
  path: string,
  blob: Buffer,
  size: number,
  { root, signal }: Sources,
): Promise<boolean> {
  const pointer = lfsPointerIn(blob);
  if (pointer === undefined || pointer.size !== size) return false;
  const hash = createHash("sha256");
  // The file may grow meanwhile, and one byte more makes another digest.
  await pipeline(createReadStream(join(root, path), { end: size }), hash, { signal });
  return hash.digest("hex") === pointer.digest;
}
