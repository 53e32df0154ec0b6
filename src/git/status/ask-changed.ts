import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type AskedTree,
  askWorkTree,
  type StartedStatus,
  type WorkTree,
} from "../ask-work-tree.ts";
import { PLAIN_DIFF } from "../lines-since.ts";
import type { RunGit } from "../run-git.ts";
import { splitNul } from "../split-nul.ts";
import { chosenPaths, noPaths } from "./chosen-paths.ts";

/** The names of the files that differ between two commits. */
const BETWEEN = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", ...PLAIN_DIFF];

/**
 * Asks git about the files that may not be as in a commit: those that differ from HEAD, those in which HEAD differs
 * from the commit, and untracked ones. Asks about all files if they are many.
 */
export async function askChanged(
  root: string,
  git: RunGit,
  { commit, started }: { readonly commit: string; readonly started: StartedStatus },
): Promise<WorkTree | undefined> {
  const between = git([...BETWEEN, commit, "HEAD", "--"]).catch(noneIfRefused);
  const asked: AskedTree = { started };
  const [status, output] = await Promise.all([started.answer, between]);
  const isKnown = status !== undefined && status.headError === undefined && output !== undefined;
  // A root that is ignored as a whole is listed in another way.
  if (!isKnown || status.ignored.includes("./")) return askWorkTree(root, git, asked);
  const names = [...status.changes.map(({ path }) => path), ...splitNul(output)];
  const files = names.filter((name) => !name.endsWith("/") && !isRepository(root, name));
  const chosen = files.length === 0 ? noPaths() : chosenPaths(root, files);
  return askWorkTree(root, git, chosen === undefined ? asked : { ...asked, chosen });
}

/** Git refuses an unknown commit and a damaged HEAD: all files are asked about. */
function noneIfRefused(error: unknown): undefined {
  if (typeof (error as { readonly code?: unknown }).code !== "number") throw error;
}

/** True for a repository inside of this one, which is no file. */
function isRepository(root: string, path: string): boolean {
  return existsSync(join(root, path, ".git"));
}
