import { findCommit } from "./commit-files.ts";
import type { RunGit } from "./run-git.ts";

/** The commit of a name that a person or a workflow wrote. */
export type NamedCommit =
  | { readonly kind: "found"; readonly commit: string }
  /** It is not in the repository. */
  | { readonly kind: "missing" }
  /** Several references have the name, and they are different commits. */
  | { readonly kind: "ambiguous"; readonly references: readonly string[] };

/**
 * Finds the commit of a name. Unlike git, which takes a tag before a branch, it takes none of several: and
 * `origin/main` is the branch of the remote `origin`, never a tag or a local branch of that name, which the author of a
 * pull request may choose. Rejects if there is no git or no repository.
 */
export async function findNamedCommit(git: RunGit, name: string): Promise<NamedCommit> {
  if (name.startsWith("-")) return { kind: "missing" };
  const [written = ""] = /^.*?(?=[~^:]|@\{|$)/s.exec(name) ?? [];
  const reference = await findReference(git, written);
  if (reference.kind !== "one") return reference;
  const commit = await findCommit(git, reference.name + name.slice(written.length));
  return commit === undefined ? { kind: "missing" } : { kind: "found", commit };
}

/** Returns the commit of an id, perhaps a shortened one; never that of a reference with its digits as the name. */
export async function findCommitById(git: RunGit, id: string): Promise<string | undefined> {
  if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return findCommit(git, id);
  const ids = (await git(["rev-parse", `--disambiguate=${id}`])).trim().split("\n");
  const commits: string[] = [];
  for (const one of ids.filter((text) => text !== "")) {
    const commit = await findCommit(git, one);
    if (commit === one) commits.push(commit); // A tag or a blob may begin so, too.
  }
  return commits.length === 1 ? commits[0] : undefined;
}

/** The one full name that is meant. */
type FoundReference =
  | { readonly kind: "one"; readonly name: string }
  | Exclude<NamedCommit, { readonly kind: "found" }>;

/** Names that are no reference below `refs/`: HEAD and its like, whole ids, and what only git can read. */
const OTHER_NAME =
  /^(?:@|HEAD|(?:FETCH|ORIG|MERGE|CHERRY_PICK|REVERT|REBASE)_HEAD|[0-9a-f]{40}|[0-9a-f]{64})?$/;

/** The first parts of names that git completes to full ones. */
const COMPLETED = /^(?:heads|tags|remotes)\//;

async function findReference(git: RunGit, written: string): Promise<FoundReference> {
  const name = COMPLETED.test(written) ? `refs/${written}` : written;
  const asWritten = { kind: "one", name } as const;
  if (OTHER_NAME.test(name)) return asWritten;
  const isFull = name.startsWith("refs/");
  const remote = `refs/remotes/${name}`;
  const others = [`refs/${name}`, `refs/tags/${name}`, `refs/heads/${name}`, `${remote}/HEAD`];
  const found = await commitsOf(git, isFull ? [name] : [remote, ...others]);
  if (isFull) return found.has(name) ? asWritten : { kind: "missing" };
  if (found.has(remote)) return { kind: "one", name: remote };
  const [first] = found.keys();
  if (await isOfRemote(git, name)) return { kind: "missing" };
  if (first === undefined) return asWritten; // The beginning of an id, or words that only git can read.
  const isOne = new Set(found.values()).size === 1 && !(await isIdToo(git, name));
  return isOne
    ? { kind: "one", name: first }
    : { kind: "ambiguous", references: [...found.keys()] };
}

/** Returns the commits of those references that exist, by their full names. */
async function commitsOf(
  git: RunGit,
  references: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const format = "%(refname) %(objectname) %(*objectname)";
  const output = await git(["for-each-ref", `--format=${format}`, "--", ...references]);
  const found = new Map<string, string>();
  for (const line of output.split("\n")) {
    const [reference = "", id = "", ofTag] = line.split(" ");
    if (references.includes(reference)) found.set(reference, ofTag || id);
  }
  return found;
}

/** True if the first part of a name is a remote: the server decides what is below it. */
async function isOfRemote(git: RunGit, name: string): Promise<boolean> {
  const [remote = "", ...rest] = name.split("/");
  if (rest.length === 0) return false;
  return remote === "origin" || (await git(["remote"])).split("\n").includes(remote);
}

/** True if objects have an id that begins so: then a reference of that name may not be what is meant. */
async function isIdToo(git: RunGit, name: string): Promise<boolean> {
  if (!/^[0-9a-f]{4,}$/.test(name)) return false;
  return (await git(["rev-parse", `--disambiguate=${name}`])).trim() !== "";
}
