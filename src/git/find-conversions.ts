import type { RunGit } from "./run-git.ts";

/** Where the bytes of a work tree may differ from those of the blobs, although git sees no change. */
export interface Conversions {
  /** Line ends of every file may be converted (`core.autocrlf`). */
  readonly convertsAll: boolean;
  /** Files whose attributes convert line ends. */
  readonly convertedPaths: ReadonlySet<string>;
  /** Files that a filter, a keyword or another encoding makes something else of. */
  readonly foreignPaths: ReadonlySet<string>;
}

/**
 * Which files git rewrites on their way to the work tree, from the attributes and the settings. The blob id
 * of such a file says nothing certain of the bytes on the disk.
 */
export async function findConversions(git: RunGit): Promise<Conversions> {
  const [any, autocrlf] = await Promise.all([
    git(pathsWith(`${CONVERTING} ${FOREIGN}`)),
    // Exit code 1 where it is not set.
    git(["config", "--get", "core.autocrlf"]).catch(() => "false"),
  ]);
  const convertsAll = !["false", "no", "off", "0"].includes(autocrlf.trim().toLowerCase());
  const none: ReadonlySet<string> = new Set();
  if (any === "") return { convertsAll, convertedPaths: none, foreignPaths: none }; // As nearly everywhere.
  const [converted, foreign] = await Promise.all([CONVERTING, FOREIGN].map(pathsWith).map(git));
  return {
    convertsAll,
    convertedPaths: new Set(converted?.split("\0")),
    foreignPaths: new Set(foreign?.split("\0")),
  };
}

const CONVERTING = "!text !eol !crlf";
const FOREIGN = "!filter !ident !working-tree-encoding";

/** The tracked files for which not all of these attributes are unspecified. */
function pathsWith(unspecified: string): string[] {
  return ["ls-files", "-z", "--", ".", `:(exclude,attr:${unspecified})`];
}
