import { join } from "node:path";
import { makeScratchRepository } from "../../apply/disk/scratch-repository.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { CodeFolder } from "../../tools/code-folder.ts";

/** The code of the base commit, in a private folder outside of the root. */
export interface ExportedCode {
  readonly code: CodeFolder;
  /** Removes everything. */
  remove(): Promise<void>;
}

/** The means to export code. */
export interface CodeExport {
  /** Returns git in a folder. */
  readonly gitIn: (folder: string) => RunGit;
  /** The folders `node_modules` whose packages the code may import. */
  readonly packages: readonly string[];
  /** The folders that code must not be written to. */
  readonly trees: readonly string[];
}

/** Writes the files of a commit into a temporary folder. */
export async function exportCode(
  commit: string,
  root: string,
  { gitIn, packages, trees }: CodeExport,
): Promise<ExportedCode> {
  const git = gitIn(root);
  const objects = await git(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
  const prefix = (await git(["rev-parse", "--show-prefix"])).replace(/\n$/, "");
  const format = commit.length === 64 ? "sha256" : "sha1";
  const { folder, remove, ...scratch } = await makeScratchRepository(objects.replace(/\n$/, ""), {
    format,
    trees,
  });
  try {
    const inScratch = gitIn(folder);
    await inScratch(["read-tree", commit]);
    await inScratch(["checkout-index", "--all", "--quiet"]);
    await scratch.closeRepository();
    await scratch.prepare(prefix, packages);
    return { code: { root: join(folder, prefix), top: folder }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
