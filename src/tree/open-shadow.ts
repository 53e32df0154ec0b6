import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { copyFiles, linkTo } from "../apply/disk/copy-files.ts";
import { makeNamedScratchTree, type ScratchTree } from "../apply/disk/scratch-tree.ts";
import { writeRepository } from "../apply/disk/write-repository.ts";
import { isReserved } from "../files/path-rules.ts";
import { stampFolder } from "../files/stamp-folder.ts";
import { walkFiles } from "../files/walk-files.ts";
import { describeRepository, type RepositoryDescription } from "../git/describe-repository.ts";
import { gitIn } from "../git/run-git.ts";
import { splitNul } from "../git/split-nul.ts";
import { treeOf } from "../git/tree-of.ts";
import { treesAround } from "../git/trees-around.ts";
import { CancelledError, ToolError } from "../model/tool-error.ts";
import type { Workspace } from "../model/workspace.ts";
import type { World } from "../model/world.ts";
import { refuseForeignPackages } from "../tools/code-folder.ts";
import type { Shadow } from "../tools/command/shadow.ts";
import { TreeShadow } from "./tree-shadow.ts";

/** The tree that is copied, and the process that does it. */
export interface ShadowSource extends Pick<World, "env" | "self"> {
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
}

/**
 * Copies the files of a workspace, with the accepted edits of the run, to a temporary folder: in a repository of their
 * own, all committed, if the root is in one. `links` are links to things below the root, and stay out of it. Throws a
 * `ToolError` if that is not possible, and a `CancelledError` if the signal fires.
 */
export async function openShadow(
  links: readonly string[],
  source: ShadowSource,
  signal: AbortSignal,
): Promise<Shadow> {
  const { root, env, self } = source;
  const tree = treeOf(tmpdir(), treesAround(root, env, []));
  if (tree !== undefined)
    throw new ToolError(`${tmpdir()} lies in ${tree}. Set TMPDIR to a folder outside of it.`);
  for (const link of links) refuseLink(root, link);
  const scratch = await makeNamedScratchTree(self, "shadow");
  try {
    refuseForeignPackages({ root, top: scratch.folder });
    const repository = await describeRepository(root, gitIn(root, env, { signal }));
    return await fill({ ...source, scratch, links, signal, repository });
  } catch (error) {
    await scratch.remove();
    if (signal.aborted) throw new CancelledError("The run was stopped before this was written.");
    const isTold = error instanceof ToolError || error instanceof TypeError;
    throw isTold || !(error instanceof Error)
      ? error
      : new ToolError(`The files cannot be copied: ${error.message}`, { cause: error });
  }
}

interface Filling extends ShadowSource {
  readonly scratch: ScratchTree;
  readonly links: readonly string[];
  readonly signal: AbortSignal;
  readonly repository: RepositoryDescription | undefined;
}

async function fill(filling: Filling): Promise<Shadow> {
  const { root, scratch, workspace, links, repository, signal } = filling;
  const top = scratch.folder;
  const prefix = repository?.prefix ?? "";
  const folder = join(top, prefix);
  const listed = (await workspace.listFiles()).filter((path) => !path.includes("\uFFFD"));
  const laid = new Set(workspace.laidOver?.() ?? []);
  const laidOver = (path: string) => (laid.has(path) ? readLaid(workspace, path) : undefined);
  const copied = await copyFiles(listed, { from: root, to: folder, laidOver, signal });
  const above = ignoreFilesAbove(prefix);
  const from = join(
    root,
    ...prefix
      .split("/")
      .filter(Boolean)
      .map(() => ".."),
  );
  await copyFiles(above, { from, to: top, laidOver: () => undefined, signal });
  if (repository !== undefined) await commitCopy(filling, repository);
  for (const link of links) {
    if (existsSync(join(folder, link)))
      throw new ToolError(
        `\`link\`: \`${link}\` is in the copy by itself, as git does not ignore it.`,
      );
    linkTo(join(root, link), join(folder, link));
  }
  const linked = links.map((link) => [link, stampFolder(root, link)] as const);
  const others =
    repository === undefined
      ? () => walkFiles(folder)
      : () => untrackedBy(join(dirname(top), "own"), filling);
  return new TreeShadow(
    { root, folder, prefix, linked, repository: repository && dirname(repository.objects) },
    { copied, above },
    {
      untracked: others,
      remove: () => scratch.remove(),
    },
  );
}

/** The program may change its own repository in any way: another one tells which files are new. */
async function untrackedBy(
  gitFolder: string,
  { scratch: { folder }, env }: Filling,
): Promise<readonly string[]> {
  const variables = { GIT_DIR: gitFolder, GIT_WORK_TREE: folder };
  const git = gitIn(dirname(folder), env, { variables });
  const listed = await git(["ls-files", "-z", "--others", "--exclude-standard"]);
  return splitNul(listed);
}

async function readLaid(workspace: Workspace, path: string) {
  const read = await workspace.read(path);
  if (read.kind === "text") return { text: read.text, mode: await workspace.modeOf(path) };
  throw new ToolError(`${path} is no longer what an earlier step made of it.`);
}

const IDENTITY = {
  GIT_AUTHOR_NAME: "Sluice",
  GIT_AUTHOR_EMAIL: "sluice@localhost",
  GIT_COMMITTER_NAME: "Sluice",
  GIT_COMMITTER_EMAIL: "sluice@localhost",
};

/** Makes the repository of the copy, with one commit of all files. Objects that are known are not stored again. */
async function commitCopy(
  { scratch: { folder }, links, env, signal }: Filling,
  { objects, format, prefix, head, ignored: own }: RepositoryDescription,
): Promise<void> {
  // A pattern with a `/` at its end would not match a link.
  const patterns = links.map((link) => `/${prefix}${link}`.replace(/[\\*?[\]!#\s]/g, "\\$&"));
  const ignored = [own, ...patterns, ""].join("\n");
  await writeRepository(join(folder, ".git"), { objects, format, ignored });
  await writeRepository(join(dirname(folder), "own"), { objects, format, ignored });
  const settings = ["core.safecrlf=false", "core.splitIndex=false"];
  const git = gitIn(folder, env, { signal, settings, variables: IDENTITY });
  if (head !== undefined) await git(["read-tree", head]);
  await git(["add", "--all", "--force", "."]);
  const tree = (await git(["write-tree"])).trim();
  const commit = (await git(["commit-tree", tree, "-m", "The tree of the run"])).trim();
  await git(["update-ref", "refs/heads/main", commit]);
}

/** Returns the files `.gitignore` of the folders above the root, relative to the top. */
function ignoreFilesAbove(prefix: string): readonly string[] {
  const names = prefix.split("/").filter(Boolean);
  return names.map((_, depth) => [...names.slice(0, depth), ".gitignore"].join("/"));
}

function refuseLink(root: string, link: string): void {
  const refuse = (why: string) => new ToolError(`\`link\`: \`${link || "."}\` ${why}.`);
  if (link === "" || isReserved(link)) throw refuse("cannot be linked");
  if (!existsSync(join(root, link))) throw refuse("does not exist");
}
