import { createHash } from "node:crypto";
import { createReadStream, lstatSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { blobIdOf } from "../../shared/blob-id.ts";
import { type Ask, inBatches } from "../in-batches.ts";
import type { IndexEntry } from "../index/parse-index.ts";
import type { RunGit } from "../run-git.ts";

/** The longest pointer, as the specification of git-lfs says; bytes. */
const MAX_POINTER = 1024;

const POINTER =
  /version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:ext-.*\n)*oid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n/g;

/** `mode type id size`, a tab and the path. */
const ENTRY = /^\d+ blob ([0-9a-f]+) +(\d+)\t/;

/** The judgement about a file with a filter: changed files are left out. */
type Judgement = "unchanged" | "unknown";

/** The paths with any attribute `filter`. */
const WITH_FILTER = ["ls-files", "-z", "--", ".", ":(exclude,attr:!filter)"];

/** The bytes of all files together that are compared with the digests in their pointers: seconds. */
const MAX_HASHED = 4 * 1024 ** 3;

/** The bounds of a comparison. */
export interface JudgeLimits {
  /** Stops git, and the reading of files: the comparison rejects. */
  readonly signal?: AbortSignal | undefined;
  readonly hashed?: number;
}

/**
 * Judges touched files that a configured filter would convert. No filter is run, because the tree chooses the filter
 * of a file. A file of another size than at the last checkout has changed; a file of git-lfs is compared with the
 * digest in its pointer. Other files, and files beyond a bound, are unknown. Files that have changed, or have no
 * filter, are left out.
 */
export async function judgeFiltered(
  root: string,
  git: RunGit,
  touched: readonly IndexEntry[],
  { signal, hashed = MAX_HASHED }: JudgeLimits = {},
): Promise<ReadonlyMap<string, Judgement>> {
  const judged = new Map<string, Judgement>();
  if (touched.length === 0) return judged;
  const filters = await filtersOf(git);
  if (filters.size === 0) return judged;
  const named = new Set((await git(WITH_FILTER)).split("\0"));
  const files = touched.filter(({ path }) => named.has(path));
  const filterOf = await attributesOf(git, files);
  const sized = files.flatMap((file) => {
    const size = filters.has(filterOf.get(file.path) ?? "") ? sizeOf(root, file) : undefined;
    return size === undefined ? [] : [{ ...file, size }];
  });
  const pointers = await readPointers(git, sized);
  let left = hashed;
  for (const { path, blobId, size } of sized) {
    const pointer = pointers.get(blobId);
    if (pointer !== undefined && pointer.size !== size) continue;
    left -= pointer === undefined ? 0 : size;
    if (pointer === undefined || left < 0) judged.set(path, "unknown");
    else if (await hasDigest(join(root, path), pointer, signal)) judged.set(path, "unchanged");
  }
  return judged;
}

/** Returns the names of all filters that the repository or the user has configured. */
async function filtersOf(git: RunGit): Promise<ReadonlySet<string>> {
  const question = ["config", "--null", "--name-only", "--includes", "--get-regexp", "^filter\\."];
  const keys = await git(question).catch((error: { readonly code?: unknown }) => {
    if (error.code === 1) return ""; // There is none.
    throw error;
  });
  const named = keys.split("\0").filter((key) => key !== "");
  return new Set(named.map((key) => key.slice("filter.".length, key.lastIndexOf("."))));
}

/** Returns the value of the attribute `filter` of each file. */
async function attributesOf(
  git: RunGit,
  files: readonly IndexEntry[],
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  const question = ["check-attr", "-z", "filter", "--"];
  for (const answer of await inBatches(git, question, new Set(files.map(({ path }) => path)))) {
    const fields = answer.split("\0");
    for (let at = 0; at + 2 < fields.length; at += 3)
      values.set(fields[at] ?? "", fields[at + 2] ?? "");
  }
  return values;
}

/** Returns the size of a file; undefined if it has changed. */
function sizeOf(root: string, { path, size }: IndexEntry): number | undefined {
  const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const isSizeKnown = size !== undefined && size > 0; // Git notes 0 for a file that it is not sure of.
  return isSizeKnown && stats.size !== size ? undefined : stats.size;
}

async function hasDigest(
  file: string,
  { digest, size }: LfsPointer,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const hash = createHash("sha256");
  // The file may grow meanwhile, and one byte more makes another digest.
  await pipeline(createReadStream(file, { end: size }), hash, { signal });
  return hash.digest("hex") === digest;
}

/** The content of a pointer of git-lfs. */
interface LfsPointer {
  /** The sha256 of the file; hex. */
  readonly digest: string;
  /** Its bytes. */
  readonly size: number;
}

/**
 * Returns the pointers of git-lfs among the blobs of files, by their ids. The files do not differ between the index and
 * HEAD. Git prints many blobs in one call, one after the other: the id of each pointer tells that it is one of them.
 */
async function readPointers(
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
