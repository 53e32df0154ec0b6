import { createHash } from "node:crypto";
import type { CommitEntry } from "../commit-files.ts";
import { type Environment, type GitOptions, gitIn, type RunGit } from "../run-git.ts";

/** A commit whose listing was proved by its id. */
export interface OpenedCommit {
  readonly entries: ReadonlyMap<string, CommitEntry>;
  /** Git in its repository, for the blobs, which are compared with their ids as they are read. */
  readonly git: RunGit;
}

/** The longest listing, and the largest commit object, that are read; bytes. */
const MAX_LISTING = 128 * 1024 * 1024;

type Algorithm = "sha1" | "sha256";

/**
 * Opens a commit of a repository that someone may have changed: the ids of the commit and of all its trees are computed
 * here, from the bytes that are read. Throws an `Error` if one is another.
 */
export async function openCommit(
  folder: string,
  commit: string,
  { env, ...options }: GitOptions & { readonly env: Environment },
): Promise<OpenedCommit> {
  const algorithm = commit.length === 64 ? "sha256" : "sha1";
  const read = (args: readonly string[]) => readBytes(folder, args, env, options);
  const text = await read(["cat-file", "commit", commit]);
  const tree = /^tree ([0-9a-f]{40,64})\n/.exec(text.toString("latin1"))?.[1];
  if (idOf("commit", text, algorithm) !== commit || tree === undefined)
    throw new Error(`it is not the commit ${commit}`);
  const listing = await read(["ls-tree", "-r", "-t", "-z", "--full-tree", tree]);
  return { entries: proved(listing, tree, algorithm), git: gitIn(folder, env, options) };
}

async function readBytes(
  folder: string,
  args: readonly string[],
  env: Environment,
  options: GitOptions,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const onBytes = (bytes: Buffer) => void chunks.push(bytes);
  await gitIn(folder, env, { ...options, output: MAX_LISTING, onBytes })(args);
  return Buffer.concat(chunks);
}

function idOf(type: "commit" | "tree", content: Buffer, algorithm: Algorithm): string {
  return createHash(algorithm).update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/**
 * Returns the entries of a listing after every tree was put together again from its entries, in their order, and has
 * the id that its own entry names.
 */
function proved(
  listing: Buffer,
  root: string,
  algorithm: Algorithm,
): ReadonlyMap<string, CommitEntry> {
  const entries = new Map<string, CommitEntry>();
  const ids = new Map([["", root]]);
  const trees = new Map<string, Buffer[]>([["", []]]);
  for (const line of listing.toString("latin1").split("\0").slice(0, -1)) {
    const tab = line.indexOf("\t");
    // `100644 blob <id><tab>path`
    const [mode = "", , id = ""] = line.slice(0, tab).split(" ");
    const path = line.slice(tab + 1);
    const slash = path.lastIndexOf("/");
    const raw = `${mode.replace(/^0+/, "")} ${path.slice(slash + 1)}\0`;
    const tree = trees.get(slash === -1 ? "" : path.slice(0, slash));
    if (tree === undefined) throw new Error(`its folder of \`${path}\` is not listed`);
    tree.push(Buffer.from(raw, "latin1"), Buffer.from(id, "hex"));
    if (mode === "040000") {
      ids.set(path, id);
      trees.set(path, []);
    } else entries.set(Buffer.from(path, "latin1").toString(), { kind: kindOf(mode), id });
  }
  for (const [path, id] of ids) {
    const content = Buffer.concat(trees.get(path) ?? []);
    if (idOf("tree", content, algorithm) !== id)
      throw new Error(`its folder \`${path}\` does not have the id ${id}`);
  }
  return entries;
}

function kindOf(mode: string): CommitEntry["kind"] {
  return mode === "120000" ? "link" : mode === "160000" ? "submodule" : "file";
}
