import { createHash } from "node:crypto";
import { createReadStream, lstatSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { IndexEntry } from "./parse-index.ts";
import type { RunGit } from "./run-git.ts";

/** The judgement about a file with a filter: changed files are left out. */
type Judgement = "unchanged" | "unknown";

/** The paths with any attribute `filter`. */
const WITH_FILTER = ["ls-files", "-z", "--", ".", ":(exclude,attr:!filter)"];

/** The length of the paths of one call, in characters. Windows allows 32,767 for a whole command. */
const MAX_PATHS = 20_000;

/** The longest pointer of git-lfs, as its specification says; bytes. */
const MAX_POINTER = 1024;

const POINTER =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:.*\n)*?oid sha256:([0-9a-f]{64})\n/;

/**
 * Judges touched files that a configured filter would convert. Filters are not run, because the tree decides which file
 * gets which one: a file of another size than at the last checkout has changed; one of git-lfs is compared with the
 * digest in its pointer; of any other one it is not known. Files that have changed, or have no filter, are left out.
 */
export async function judgeFiltered(
  root: string,
  git: RunGit,
  touched: readonly IndexEntry[],
): Promise<ReadonlyMap<string, Judgement>> {
  const judged = new Map<string, Judgement>();
  if (touched.length === 0) return judged;
  const [filters, withFilter] = await Promise.all([filtersOf(git), git(WITH_FILTER)]);
  if (filters.size === 0) return judged;
  const named = new Set(withFilter.split("\0"));
  const files = touched.filter(({ path }) => named.has(path));
  const filterOf = await attributesOf(git, files);
  for (const file of files) {
    if (!filters.has(filterOf.get(file.path) ?? "")) continue;
    const judgement = await judge(root, git, file);
    if (judgement !== undefined) judged.set(file.path, judgement);
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
  const names = keys.split("\0").map((key) => key.slice("filter.".length, key.lastIndexOf(".")));
  return new Set(names);
}

/** Returns the value of the attribute `filter` of each file. */
async function attributesOf(
  git: RunGit,
  files: readonly IndexEntry[],
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (let start = 0; start < files.length; ) {
    const paths: string[] = [];
    for (let length = 0; start < files.length; start += 1) {
      const { path } = files[start] ?? { path: "" };
      length += path.length + 1;
      if (paths.length > 0 && length > MAX_PATHS) break;
      paths.push(path);
    }
    const fields = (await git(["check-attr", "-z", "filter", "--", ...paths])).split("\0");
    for (let at = 0; at + 2 < fields.length; at += 3)
      values.set(fields[at] ?? "", fields[at + 2] ?? "");
  }
  return values;
}

/** Returns undefined if the file has changed. */
async function judge(
  root: string,
  git: RunGit,
  { path, size, blobId }: IndexEntry,
): Promise<Judgement | undefined> {
  const file = join(root, path);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return undefined;
  const isSizeKnown = size !== undefined && size > 0; // Git notes 0 for a file that it is not sure of.
  if (isSizeKnown && stats.size !== size) return undefined;
  const blobSize = Number(await git(["cat-file", "-s", blobId]));
  const pointer = blobSize > MAX_POINTER ? "" : await git(["cat-file", "blob", blobId]);
  const expected = POINTER.exec(pointer)?.[1];
  if (expected === undefined) return "unknown";
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex") === expected ? "unchanged" : undefined;
}
