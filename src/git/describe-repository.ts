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
  const ask = async (...args: readonly string[]) =>
    (await git(["rev-parse", ...args])).replace(/\n$/, "");
  try {
    const pathOf = (name: string) => ask("--path-format=absolute", "--git-path", name);
    const objects = await pathOf("objects");
    const excludes = await pathOf("info/exclude");
    const prefix = await ask("--show-prefix");
    const format = (await ask("--show-object-format")) === "sha256" ? "sha256" : "sha1";
    const head = await ask("--verify", "--quiet", "HEAD").catch(() => undefined); // There is no commit yet.
    const ignored = existsSync(excludes) ? readFileSync(excludes, "utf8") : "";
    return { objects, prefix, format, head, ignored };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
