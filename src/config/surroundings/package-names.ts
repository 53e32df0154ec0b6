import { posix } from "node:path";
import type { TreeFiles } from "../sources/tree-files.ts";
import { MANIFESTS } from "./package-name.ts";

/** The largest manifest whose name is read, in bytes. In a larger one the package has the name of its folder. */
const MAX_MANIFEST = 1024 * 1024;
/** A longer name is none. */
const MAX_NAME = 256;

/**
 * The packages of files: the names in the nearest manifests above them. A folder is looked at once, and before an
 * action that changes its manifest is written, so that all names are those at the start of the run.
 */
export class PackageNames {
  readonly #tree: Pick<TreeFiles, "kindOf" | "read">;
  readonly #known = new Map<string, Promise<string>>();

  constructor(tree: Pick<TreeFiles, "kindOf" | "read">) {
    this.#tree = tree;
  }

  /** Returns the packages of files, sorted. Rejects if git cannot read the base. */
  async of(files: readonly string[]): Promise<readonly string[]> {
    const names = new Set<string>();
    for (const file of files) names.add(await this.#ofFolder(posix.dirname(file)));
    return [...names].sort();
  }

  #ofFolder(folder: string): Promise<string> {
    const known = this.#known.get(folder) ?? this.#find(folder);
    this.#known.set(folder, known);
    return known;
  }

  /** Returns the package of a folder: its name, otherwise its folder; `.` for the root. */
  async #find(folder: string): Promise<string> {
    let hasManifest = false;
    for (const { file, nameIn } of MANIFESTS) {
      const path = folder === "." ? file : `${folder}/${file}`;
      if ((await this.#tree.kindOf(path)) !== "file") continue;
      hasManifest = true;
      const name = nameIn && (await this.#nameIn(path, nameIn));
      if (name !== undefined && name.length <= MAX_NAME) return name;
    }
    return hasManifest || folder === "." ? folder : this.#ofFolder(posix.dirname(folder));
  }

  async #nameIn(
    path: string,
    nameIn: (text: string) => string | undefined,
  ): Promise<string | undefined> {
    const read = await this.#tree.read(path, MAX_MANIFEST);
    return "bytes" in read ? nameIn(new TextDecoder().decode(read.bytes)) : undefined;
  }
}
