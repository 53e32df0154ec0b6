import { blobIdOf } from "../../shared/blob-id.ts";
import type { AskBytes } from "./list-tree.ts";

/** A blob that is read: its id, and a path at which the commit has it. */
export interface WantedBlob {
  readonly id: string;
  readonly path: string;
}

/** The bounds of what is read: bytes of a blob, and of all together. Larger ones are left out. */
export interface BlobBounds {
  readonly one: number;
  readonly all: number;
}

/** The most bytes and ids of one call. */
const CALL = { bytes: 32 * 1024 * 1024, ids: 400, paths: 20_000 } as const;

/** Reads blobs of a commit, by their ids. Each is compared with its id: one that differs, or is not here, is left out. */
export async function readBlobs(
  ask: AskBytes,
  commit: string,
  wanted: readonly WantedBlob[],
  bounds: BlobBounds,
): Promise<ReadonlyMap<string, Buffer>> {
  const sizes = await sizesOf(ask, commit, wanted);
  const blobs = new Map<string, Buffer>();
  let left = bounds.all;
  let batch: [id: string, size: number][] = [];
  let bytes = 0;
  const read = async () => {
    if (batch.length > 0) await readBatch(ask, batch, blobs);
    [batch, bytes] = [[], 0];
  };
  for (const [id, size] of sizes) {
    if (size > bounds.one || size > left) continue;
    left -= size;
    if (bytes + size > CALL.bytes || batch.length >= CALL.ids) await read();
    batch.push([id, size]);
    bytes += size;
  }
  await read();
  return blobs;
}

/** Git prints one blob after the other: their sizes tell where each ends. */
async function readBatch(
  ask: AskBytes,
  batch: readonly (readonly [id: string, size: number])[],
  blobs: Map<string, Buffer>,
): Promise<void> {
  const output = await ask(["show", ...batch.map(([id]) => id)]);
  let at = 0;
  for (const [id, size] of batch) {
    const bytes = Buffer.from(output.subarray(at, at + size)); // The output need not stay.
    at += size;
    if (blobIdOf(bytes, id.length === 64 ? "sha256" : "sha1") === id) blobs.set(id, bytes);
  }
}

/** Returns the sizes of blobs, by their ids; an entry without a size is not in this clone. */
async function sizesOf(
  ask: AskBytes,
  commit: string,
  wanted: readonly WantedBlob[],
): Promise<ReadonlyMap<string, number>> {
  const ids = new Set(wanted.map(({ id }) => id));
  const sizes = new Map<string, number>();
  let paths: string[] = [];
  let length = 0;
  const list = async () => {
    if (paths.length === 0) return;
    // A name such as `:(top)` would be a pattern.
    const output = await ask(["ls-tree", "-l", "-z", commit, "--", ...paths]);
    for (const entry of output.toString("latin1").split("\0")) {
      const [, , id = "", size = ""] = entry.slice(0, entry.indexOf("\t")).split(/ +/);
      if (ids.has(id) && /^\d+$/.test(size)) sizes.set(id, Number(size));
    }
    [paths, length] = [[], 0];
  };
  for (const { path } of wanted) {
    if (length + path.length > CALL.paths) await list();
    paths.push(`./${path}`);
    length += path.length + 1;
  }
  await list();
  return sizes;
}
