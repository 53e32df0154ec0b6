import { blobIdOf } from "../../shared/blob-id.ts";
import { type Ask, inBatches } from "../in-batches.ts";
import type { IndexEntry } from "../parse-index.ts";

/** The content of a pointer of git-lfs. */
export interface LfsPointer {
  /** The sha256 of the file; hex. */
  readonly digest: string;
  /** Its bytes. */
  readonly size: number;
}

/** The longest pointer, as the specification of git-lfs says; bytes. */
const MAX_POINTER = 1024;

const POINTER =
  /version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n/g;

/** `mode type id size`, a tab and the path. */
const ENTRY = /^\d+ blob ([0-9a-f]+) +(\d+)\t/;

/**
 * Returns the pointers of git-lfs among the blobs of files, by their ids. The files do not differ between the index and
 * HEAD. Git prints many blobs in one call, one behind the other: the id of each pointer tells that it is one of them.
 */
export async function readPointers(
  git: Ask,
  files: readonly IndexEntry[],
): Promise<ReadonlyMap<string, LfsPointer>> {
  const pointers = new Map<string, LfsPointer>();
  if (files.length === 0) return pointers;
  const wanted = new Set(files.map(({ blobId }) => blobId));
  const small = await smallBlobs(git, files, wanted);
  for (const answer of await inBatches(git, ["show"], small))
    for (const [text, digest = "", size = ""] of answer.matchAll(POINTER)) {
      const id = blobIdOf(Buffer.from(text), [...wanted][0]?.length === 64 ? "sha256" : "sha1");
      if (wanted.has(id)) pointers.set(id, { digest, size: Number(size) });
    }
  return pointers;
}

/** Returns the wanted blobs that are small enough for a pointer. */
async function smallBlobs(
  git: Ask,
  files: readonly IndexEntry[],
  wanted: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const question = ["ls-tree", "-r", "-l", "-z", "HEAD", "--"];
  // A name such as `:(top)` would be a pattern.
  const paths = new Set(files.map(({ path }) => `./${path}`));
  const answers = await inBatches(git, question, paths);
  const entries = answers.flatMap((answer) => answer.split("\0"));
  return new Set(
    entries.flatMap((entry) => {
      const [, id = "", size = ""] = ENTRY.exec(entry) ?? [];
      return wanted.has(id) && Number(size) <= MAX_POINTER ? [id] : [];
    }),
  );
}
