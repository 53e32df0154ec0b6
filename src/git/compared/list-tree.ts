import type { RunGit } from "../run-git.ts";

/** One thing in a commit that is not a folder. */
export interface TreeEntry {
  /** As git writes it: `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  /** The object id. */
  readonly id: string;
}

/** The paths of both sides, each byte as one character (latin1): git has no other rule for names. */
export interface TreePaths {
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** What is staged. */
  readonly index: ReadonlyMap<string, TreeEntry | "unmerged">;
  /**
   * Everything in the work tree that git sees: in its index, or neither there nor ignored. `folder/` is a repository.
   */
  readonly others: ReadonlySet<string>;
}

/** Runs git, and returns the bytes of its output. */
export type AskBytes = (args: readonly string[]) => Promise<Buffer>;

/** Returns git whose outputs are bytes. Its calls run one after another. `open` makes git with a taker of bytes. */
export function askBytes(open: (onBytes: (bytes: Buffer) => void) => RunGit): AskBytes {
  let taken: Buffer[] = [];
  const git = open((bytes) => void taken.push(bytes));
  let last: Promise<unknown> = Promise.resolve();
  return (args) => {
    const answer = last.then(async () => {
      taken = [];
      await git(args);
      return Buffer.concat(taken);
    });
    last = answer.catch(() => undefined); // Reported to who asked.
    return answer;
  };
}

/**
 * Lists a commit below the folder that git runs in, the index and the work tree there. The marks of the index, and what
 * it knows of files on the disk, do not count.
 */
export async function listTree(ask: AskBytes, commit: string): Promise<TreePaths> {
  const entries = entriesIn(await ask(["ls-tree", "-r", "-z", commit]));
  const index = new Map<string, TreeEntry | "unmerged">();
  for (const entry of namesIn(await ask(["ls-files", "-s", "-z"]))) {
    const tab = entry.indexOf("\t");
    const [mode = "", id = "", stage] = entry.slice(0, tab).split(" "); // `100644 <id> 0<tab>path`
    index.set(entry.slice(tab + 1), stage === "0" ? { mode, id } : "unmerged");
  }
  const untracked = namesIn(await ask(["ls-files", "-z", "--others", "--exclude-standard"]));
  return { entries, index, others: new Set([...index.keys(), ...untracked]) };
}

/** Returns the entries that `git ls-tree -z` prints, by their paths. */
export function entriesIn(output: Buffer): ReadonlyMap<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (const entry of namesIn(output)) {
    const tab = entry.indexOf("\t");
    const [mode = "", , id = ""] = entry.slice(0, tab).split(" "); // `100644 blob <id><tab>path`
    entries.set(entry.slice(tab + 1), { mode, id });
  }
  return entries;
}

/** Returns the names that git prints with `-z`; each byte is one character. */
export function namesIn(output: Buffer): readonly string[] {
  return output
    .toString("latin1")
    .split("\0")
    .filter((name) => name !== "");
}
