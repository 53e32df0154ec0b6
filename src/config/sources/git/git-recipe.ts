import { rootFault, tidyPath } from "../../../shared/paths/posix-path.ts";
import { shown } from "../../../shared/shown.ts";
import { candidatesFor, type FoundFile } from "../source-place.ts";
import { GIT, type GitReference, gitName } from "./git-name.ts";
import { parseGitReference } from "./git-reference.ts";
import type { NamedBy, OpenCommits } from "./open-commits.ts";

/**
 * Finds a recipe that `git:URL@COMMIT:PATH` names: a YAML file of the commit, or a name below its `recipes` or its top.
 * The commit is fetched if it is not there; no code of it runs, and no link in it is followed.
 */
export async function findGitRecipe(
  written: string,
  commits: OpenCommits,
  by: NamedBy,
): Promise<FoundFile> {
  const reference = parseGitReference(written.slice(GIT.length), commits.cwd);
  if ("fault" in reference) return { code: "recipe-not-found", ...reference };
  const opened = await commits.open(reference, by);
  return "fault" in opened ? opened : recipeInCommit(reference.path, reference, commits);
}

/** Finds a recipe in a commit that was opened, by its path or by its name. */
export async function recipeInCommit(
  file: string,
  from: GitReference,
  commits: OpenCommits,
): Promise<FoundFile> {
  const why = rootFault(file)?.replace("the root", "its commit");
  if (why !== undefined)
    return {
      code: "path-out-of-root",
      fault: `\`${shown(file)}\` ${why}.`,
      hint: "A recipe of a commit uses recipes of the same commit.",
    };
  const files = commits.filesOf(from);
  const { repository, commit } = from;
  for (const path of candidatesFor(tidyPath(file))) {
    const kind = await files.kindOf(path);
    // Reading a link says why it is refused.
    if (kind === "file" || kind === "refused")
      return { place: { origin: "git", repository, commit, path } };
  }
  return {
    code: "recipe-not-found",
    fault: `There is no recipe \`${shown(file)}\` in ${gitName({ ...from, path: "" })}`,
    hint: "Its recipes are the YAML files below its `recipes`; another one is named by its path.",
  };
}
