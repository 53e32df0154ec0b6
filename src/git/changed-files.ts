import { inBatches } from "./in-batches.ts";
import { PLAIN_DIFF } from "./lines-since.ts";
import type { RunGit } from "./run-git.ts";
import { splitNul } from "./split-nul.ts";
import { literalPathspec } from "./status/literal-pathspec.ts";

/**
 * Returns the tracked files of the work tree, or of the index, whose content or mode is not as in a commit, relative to
 * the folder that git runs in, without files that are gone. A renamed file counts under its new name.
 */
export async function changedFiles(
  git: RunGit,
  commit: string,
  { where = "work tree", ...sides }: ChangedOptions = {},
): Promise<readonly string[]> {
  if (where === "work tree")
    return filesUnlike(git, ["diff-index", "--diff-filter=d"], { ...sides, commit });
  const names = await git([
    ...["diff", ...PLAIN_DIFF],
    "--name-only",
    "-z",
    "--no-renames",
    "--diff-filter=d",
    "--cached",
    commit,
    "--",
  ]);
  return splitNul(names);
}

/** The side that is compared with a commit. */
interface ChangedOptions extends Pick<Compared, "among"> {
  readonly where?: "work tree" | "index";
}

/** The sides of a comparison. */
interface Compared {
  readonly commit?: string;
  /** Of the work tree. Default: all files. */
  readonly among?: readonly string[];
}

/**
 * Returns the tracked files of the work tree whose content or mode is not as in the index (`diff-files`) or in a commit
 * (`diff-index`). Only `git diff` tells by itself which files were touched and are as before, and it writes that into
 * the index, whatever it is told. So their content is compared here.
 */
export async function filesUnlike(
  git: RunGit,
  question: readonly ["diff-index" | "diff-files", ...string[]],
  { commit, among }: Compared = {},
): Promise<readonly string[]> {
  const raw = ["--raw", "-z", "--no-abbrev", "--no-renames"];
  const whole = [
    ...question,
    ...PLAIN_DIFF,
    ...raw,
    ...(commit === undefined ? [] : [commit]),
    "--",
  ];
  const literal = among?.map(literalPathspec);
  const output = literal ? (await inBatches(git, whole, literal)).join("") : await git(whole);
  const changed: string[] = [];
  const touched = new Map<string, string>();
  // `:100644 100644 <id> <id> M`, then the path; the second id is none if only the file itself has it.
  for (const [, from = "", to = "", id = "", now = "", path = ""] of output.matchAll(ENTRY))
    if (from === to && from.startsWith("100") && /^0+$/.test(now)) touched.set(path, id);
    else changed.push(path);
  if (touched.size === 0) return changed;
  const same = await unchangedAmong(git, touched);
  return [...changed, ...[...touched.keys()].filter((path) => !same.has(path))].sort();
}

const ENTRY = /:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*\0([^\0]+)\0/g;

/** Returns the files whose content has the id that they had; none if one of them is gone by now. */
async function unchangedAmong(
  git: RunGit,
  ids: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const answers = await inBatches(git, ["hash-object", "--"], ids.keys()).catch(() => []);
  const now = answers.flatMap((answer) => answer.split("\n").filter((id) => id !== ""));
  return new Set([...ids].flatMap(([path, id], at) => (now[at] === id ? [path] : [])));
}
