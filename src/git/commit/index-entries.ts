import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";

/** One file of an index, by its path from the top. */
export interface StoredFile {
  /** `100644`, `100755`, `120000` for a link, `160000` for a submodule. */
  readonly mode: string;
  /** The id of its blob. */
  readonly id: string;
  /** False if git was told not to compare it with the work tree (`assume-unchanged`, `skip-worktree`). */
  readonly isCompared: boolean;
}

const QUESTION = ["ls-files", "-z", "-v", "-s"];

/** Returns everything in an index by path. Git has to run at the top. */
export async function readIndexEntries(git: RunGit): Promise<ReadonlyMap<string, StoredFile>> {
  return parseEntries(await git(QUESTION));
}

/** Returns the entries of some paths. */
export async function entriesOf(
  git: RunGit,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, StoredFile>> {
  const literal = [...paths].map((path) => `:(top,literal)${path}`);
  const answers = await inBatches(git, [...QUESTION, "--"], literal);
  return new Map(answers.flatMap((answer) => [...parseEntries(answer)]));
}

function parseEntries(output: string): ReadonlyMap<string, StoredFile> {
  const entries = new Map<string, StoredFile>();
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf("\0", start);
    const tab = output.indexOf("\t", start);
    // `H 100644 <id> 0<tab>path`
    const [tag = "", mode = "", id = ""] = output.slice(start, tab).split(" ");
    entries.set(output.slice(tab + 1, end), { mode, id, isCompared: tag === "H" });
    start = end + 1;
  }
  return entries;
}
