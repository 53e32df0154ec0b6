import { inBatches } from "../in-batches.ts";
import type { RunGit } from "../run-git.ts";

/** The attributes by which git stores other bytes than it checks out, apart from line ends. */
export type Converting = "filter" | "working-tree-encoding";

const QUESTION = ["check-attr", "-z", "filter", "working-tree-encoding"];

/**
 * Returns those of some paths that git converts, by `.gitattributes` of the work tree, or of the index. Sluice never
 * runs a filter.
 */
export async function convertedOf(
  git: RunGit,
  paths: Iterable<string>,
  source: "work tree" | "index",
): Promise<ReadonlyMap<string, Converting>> {
  const converted = new Map<string, Converting>();
  const question = [...QUESTION, ...(source === "index" ? ["--cached"] : []), "--"];
  for (const answer of await inBatches(git, question, paths)) {
    const fields = answer.split("\0");
    for (let at = 0; at + 2 < fields.length; at += 3) {
      const [path = "", name = "", value = ""] = fields.slice(at, at + 3);
      if (["unspecified", "unset"].includes(value) || converted.get(path) === "filter") continue;
      converted.set(path, name as Converting); // One of those that were asked for.
    }
  }
  return converted;
}

/** Returns those of some paths that go through a filter (`filter=`), which Sluice never runs. */
export async function filteredOf(
  git: RunGit,
  paths: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const converted = await convertedOf(git, paths, "work tree");
  return new Set([...converted].filter(([, by]) => by === "filter").map(([path]) => path));
}

const IGNORED = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--"];

/** Returns those of some untracked files that git ignores. Git has to run at the top. */
export async function ignoredOf(
  git: RunGit,
  paths: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const literal = [...paths].map((path) => `:(top,literal)${path}`);
  const answers = await inBatches(git, IGNORED, literal);
  return new Set(answers.flatMap((answer) => answer.split("\0")));
}
