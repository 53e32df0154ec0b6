import { devNull } from "node:os";
import { unquotedName } from "../shared/paths/quoted-name.ts";
import type { RunGit } from "./run-git.ts";

/** Some lines of a file: the number of the first, from 1, and how many there are. */
export interface LineRange {
  readonly first: number;
  readonly count: number;
}

/** Options of a comparison in which no setting of the user has an effect: not on names, not on what is compared. */
export const PLAIN_DIFF = ["--no-color", `-O${devNull}`, "--ignore-submodules=all", "--relative"];

/** Hunks that depend on the two texts alone. */
const HUNKS = [
  "-U0",
  "--inter-hunk-context=0",
  "--diff-algorithm=myers",
  "--indent-heuristic",
  "--text", // An attribute may call a file binary.
  "--find-renames=50%",
  "-l1000",
  "--ws-error-highlight=none",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

/** The lines that are compared, and with what. */
export interface ComparedLines {
  /** The id of a commit. Undefined: HEAD, also before the first commit; only of what is staged. */
  readonly commit: string | undefined;
  /** True for what is staged, in the place of the work tree. */
  readonly isStaged: boolean;
}

/**
 * Returns the lines of the work tree that are not as in a commit, by path relative to the folder that git runs in.
 * Files that git does not track are missing.
 */
export async function linesSince(
  git: RunGit,
  { commit, isStaged }: ComparedLines,
): Promise<ReadonlyMap<string, readonly LineRange[]>> {
  const since = commit === undefined ? [] : [commit];
  // Of the work tree `git diff` would write into the index that a file was touched.
  const question = isStaged ? ["diff", "--cached"] : ["diff-index", "--patch"];
  return parseDiff(await git([...question, ...PLAIN_DIFF, ...HUNKS, ...since, "--"]));
}

/** Reads the names and the places of hunks in a diff without context. */
export function parseDiff(diff: string): ReadonlyMap<string, readonly LineRange[]> {
  const found = new Map<string, LineRange[]>();
  let path: string | undefined;
  let left = 0; // The lines of the hunk that were not yet passed: they may look like anything.
  for (let start = 0; start < diff.length; ) {
    const newline = diff.indexOf("\n", start);
    const end = newline === -1 ? diff.length : newline;
    if (left > 0 && diff[start] !== "\\") left -= 1;
    else if (left === 0) {
      const line = diff.slice(start, Math.min(end, start + MAX_HEADER));
      if (line.startsWith("diff --git ")) path = undefined;
      else if (line.startsWith("+++ ")) path = nameIn(line.slice(4));
      const [, removed = "1", first, added = "1"] = HUNK.exec(line) ?? [];
      if (first !== undefined) {
        left = Number(removed) + Number(added);
        if (path !== undefined && added !== "0") {
          const ranges = found.get(path) ?? [];
          ranges.push({ first: Number(first), count: Number(added) });
          found.set(path, ranges);
        }
      }
    }
    start = end + 1;
  }
  return found;
}

/** The longest line that may have a name. */
const MAX_HEADER = 65_536;
const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/** `b/src/a.ts`, `"b/odd\tname"`, with a tab after a name with blanks; undefined for `/dev/null`. */
function nameIn(text: string): string | undefined {
  const name = text.startsWith('"') ? unquotedName(text) : text.replace(/\t$/, "");
  return name.startsWith("b/") ? name.slice(2) : undefined;
}
