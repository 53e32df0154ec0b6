import { existsSync, readFileSync } from "node:fs";
import { findRepository } from "./find-repository.ts";
import type { RunGit } from "./run-git.ts";

/** A repository as another one needs it that is to be like it. */
export interface RepositoryDescription {
  /** The folder of its objects; absolute. */
  readonly objects: string;
  /** The path of the root below the top of the work tree: "" or `packages/a/`. */
  readonly prefix: string;
  readonly format: "sha1" | "sha256";
  /** The commit that is checked out; undefined if there is none yet. */
  readonly head: string | undefined;
  /** The text of its own list of ignored files. */
  readonly ignored: string;
}

/** Describes the repository of a root; undefined if it has none, or git is not installed. `git` runs in the root. */
export async function describeRepository(
  root: string,
  git: RunGit,
): Promise<RepositoryDescription | undefined> {
  if (findRepository(root) === undefined) return undefined;
  try {
    const [[objects = "", excludes = "", prefix, format], head] = await Promise.all([
      askTogether(git),
      git(["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => undefined), // There is no commit yet.
    ]);
    return {
      objects,
      prefix: prefix ?? "",
      format: format === "sha256" ? "sha256" : "sha1",
      head: head?.trim(),
      ignored: existsSync(excludes) ? readFileSync(excludes, "utf8") : "",
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

const QUESTIONS = [
  ...[["--git-path", "objects"], ["--git-path", "info/exclude"], ["--show-prefix"]],
  ["--show-object-format"],
];

/** Asks all questions in one call, which answers each with a line; one by one if a path has several lines. */
async function askTogether(git: RunGit): Promise<readonly string[]> {
  const ask = async (question: readonly string[]) =>
    (await git(["rev-parse", "--path-format=absolute", ...question])).replace(/\n$/, "");
  const answers = (await ask(QUESTIONS.flat())).split("\n");
  return answers.length === QUESTIONS.length ? answers : Promise.all(QUESTIONS.map(ask));
}
