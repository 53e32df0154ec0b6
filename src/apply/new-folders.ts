import { mkdir, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Makes the folders that new files need, and knows which of them were not there before. */
export class NewFolders {
  readonly #root: string;
  readonly #made: string[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  /** Makes the folders on the way to a path, relative to the root. */
  async makeFor(path: string): Promise<void> {
    const names = path.split("/").slice(0, -1);
    for (const index of names.keys()) {
      const folder = join(this.#root, ...names.slice(0, index + 1));
      if (await makeFolder(folder)) this.#made.push(folder);
    }
  }

  /** Folders that have a new folder in them. */
  get parents(): readonly string[] {
    return this.#made.map((folder) => dirname(folder));
  }

  /** Removes those that it made, as far as nobody has put anything into them. */
  async remove(): Promise<void> {
    for (const folder of [...this.#made].reverse())
      await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(error.code ?? "")) throw error;
      });
  }
}

/** Answers whether it had to be made. */
function makeFolder(folder: string): Promise<boolean> {
  return mkdir(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
}
