import { join } from "node:path";
import { type MergeFiles, mergeFile } from "../../git/merge-file.ts";
import type { RunGit } from "../../git/run-git.ts";
import { createFile, removeEmptyFolder, removeIfThere, writeBytes } from "../disk/disk.ts";
import { makeRunFolder, SCRATCH_FILES } from "../state/run-folder.ts";

/** The three texts of a merge. */
export interface MergeTexts {
  readonly current: string;
  /** The common origin of the two other texts. */
  readonly base: string;
  readonly other: string;
}

/** Merges texts in the folder of a run that has not begun. {@link close} removes the folder again. */
export class ScratchMerge {
  readonly #root: string;
  readonly #runId: string;
  readonly #git: RunGit;
  #folder: string | undefined;

  constructor(root: string, runId: string, git: RunGit) {
    this.#root = root;
    this.#runId = runId;
    this.#git = git;
  }

  /** Returns the merged text; undefined if there is a conflict. Throws if git or the disk fails. */
  async merge({ current, base, other }: MergeTexts): Promise<string | undefined> {
    this.#folder ??= (await makeRunFolder(this.#root, this.#runId)).path;
    const [currentName, baseName, otherName] = SCRATCH_FILES;
    const files: MergeFiles = {
      current: await this.#put(currentName, current),
      base: await this.#put(baseName, base),
      other: await this.#put(otherName, other),
    };
    return mergeFile(this.#git, files);
  }

  async close(): Promise<void> {
    if (this.#folder === undefined) return;
    for (const name of SCRATCH_FILES) await removeIfThere(join(this.#folder, name));
    await removeEmptyFolder(this.#folder);
    this.#folder = undefined;
  }

  async #put(name: string, text: string): Promise<string> {
    const path = join(this.#folder ?? "", name);
    await removeIfThere(path); // Left over from the file before.
    const file = await createFile(path, 0o600);
    try {
      await writeBytes(file, path, Buffer.from(text));
    } finally {
      await file.close();
    }
    return path;
  }
}
