import { type BigIntStats, closeSync, lstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { hashFile } from "../apply/disk/hash-file.ts";
import { writeInside } from "../apply/disk/write-inside.ts";
import { readTextFile } from "../files/read-file.ts";
import { stampOf } from "../files/stamp-files.ts";
import { stampFolder } from "../files/stamp-folder.ts";
import { type FileMode, fileModeOf } from "../model/patch/file-mode.ts";
import { ToolError } from "../model/tool-error.ts";
import type { FileRead } from "../model/workspace.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { messageOf } from "../shared/message-of.ts";
import { comparePaths } from "../shared/paths/posix-path.ts";
import type { Shadow, ShadowChange } from "../tools/command/shadow.ts";

/** The places of a shadow. */
interface ShadowPlaces {
  /** The root and the folder that stands for it; absolute. */
  readonly root: string;
  readonly folder: string;
  /** The path of that folder in the copy, as in the repository: "" or `packages/a/`. */
  readonly prefix: string;
  /** The linked things, with stamps of everything in them. */
  readonly linked: readonly (readonly [path: string, stamps: ReadonlyMap<string, string>])[];
  /** The folder of the repository of the root; absolute. */
  readonly repository: string | undefined;
}

/** The things of a repository by which programs are started, and files are hidden. */
const SETTINGS = ["config", "config.worktree", "hooks", "info"];

/** The means of a shadow. */
interface ShadowMeans {
  /** Returns files that are not ignored, new ones among them; relative to the top of the copy. */
  readonly untracked: () => Promise<readonly string[]>;
  readonly remove: () => Promise<void>;
}

/** The state of a copied file. */
type Noted = Pick<BigIntStats, "mode"> & { readonly stamp: string; readonly isFile: boolean };

/** See {@link Shadow}: the files as they were copied are told by their stamps. */
export class TreeShadow implements Shadow {
  readonly folder: string;
  readonly #places: ShadowPlaces;
  readonly #means: ShadowMeans;
  readonly #noted = new Map<string, Noted>();
  /** The file number of the folder. */
  readonly #folder: bigint;
  /** The stamps of the settings of the repository. */
  readonly #settings: ReadonlyMap<string, string>;
  /** Copied files outside of the folder. */
  readonly #above: ReadonlySet<string>;

  constructor(
    places: ShadowPlaces,
    files: { readonly copied: readonly string[]; readonly above: readonly string[] },
    means: ShadowMeans,
  ) {
    this.folder = places.folder;
    this.#places = places;
    this.#means = means;
    this.#above = new Set(files.above);
    this.#settings = this.#stampSettings();
    this.#folder = lstatSync(places.folder, { bigint: true }).ino;
    for (const path of files.copied) {
      const stats = lstatSync(join(this.folder, path), { bigint: true });
      const { mode } = stats;
      this.#noted.set(path, { stamp: stampOf(stats), mode, isFile: stats.isFile() });
    }
  }

  hasFile(path: string): boolean {
    return this.#noted.get(path)?.isFile ?? false;
  }

  async changes(): Promise<readonly ShadowChange[]> {
    this.#refuseOther();
    const changes = [...this.#noted].flatMap(([path, noted]) => this.#changeOf(path, noted) ?? []);
    for (const path of await this.#means.untracked()) {
      const { prefix } = this.#places;
      if (!path.startsWith(prefix)) {
        const fault = "is outside of the root";
        if (!this.#above.has(path)) changes.push({ kind: "other", path: `/${path}`, fault });
      } else if (!this.#noted.has(path.slice(prefix.length)))
        changes.push(this.#added(path.slice(prefix.length)));
    }
    return changes.sort((a, b) => comparePaths(a.path, b.path));
  }

  /** A folder that is gone, or another one, would look like a tree without files. */
  #refuseOther(): void {
    const stats = statsOf(this.folder);
    if (stats === undefined || stats === "unreadable" || stats.ino !== this.#folder)
      throw new ToolError(
        "The command removed the copy in which it runs, or put another folder there.",
      );
  }

  changedLinks(): readonly string[] {
    return this.#places.linked.flatMap(([path, before]) =>
      differing(before, stampFolder(this.#places.root, path)),
    );
  }

  changedSettings(): readonly string[] {
    return differing(this.#settings, this.#stampSettings());
  }

  #stampSettings(): ReadonlyMap<string, string> {
    const { repository } = this.#places;
    if (repository === undefined) return new Map();
    return new Map(SETTINGS.flatMap((name) => [...stampFolder(repository, name)]));
  }

  write(path: string, text: string): void {
    try {
      writeInside(this.folder, path, text);
    } catch (error) {
      throw new ToolError(`${path} cannot be written to the copy: ${messageOf(error)}.`);
    }
  }

  read(path: string): FileRead {
    return readTextFile(this.folder, path);
  }

  remove(): Promise<void> {
    return this.#means.remove();
  }

  #changeOf(path: string, noted: Noted): ShadowChange | undefined {
    const stats = statsOf(join(this.folder, path));
    if (stats === undefined) return { kind: "deleted", path };
    if (stats === "unreadable") return { kind: "other", path, fault: "cannot be read" };
    if (stampOf(stats) === noted.stamp) return undefined;
    if (!stats.isFile() || !noted.isFile)
      return { kind: "other", path, fault: noted.isFile ? "is no longer a file" : "is a link" };
    const mode = newMode(stats, noted);
    const read = readTextFile(this.folder, path);
    if (read.kind !== "text" && mode === undefined && this.#isSame(path)) return undefined;
    return { kind: "file", path, isNew: false, read, ...definedOnly({ mode }) };
  }

  #added(path: string): ShadowChange {
    const stats = statsOf(join(this.folder, path));
    if (stats === undefined || stats === "unreadable" || !stats.isFile())
      return { kind: "other", path, fault: "is new, and is no file" };
    const read = readTextFile(this.folder, path);
    const mode = newMode(stats, { mode: 0n });
    return { kind: "file", path, isNew: true, read, ...definedOnly({ mode }) };
  }

  /** True if a file that is no text has the bytes that it had. */
  #isSame(path: string): boolean {
    const hashes = [this.#places.root, this.folder].map((folder) => hashOf(join(folder, path)));
    return hashes[0] !== "" && hashes[0] === hashes[1];
  }
}

/** Returns the mode of git if it is another one than before. */
function newMode(now: Pick<Noted, "mode">, before: Pick<Noted, "mode">): FileMode | undefined {
  const [mode, old] = [now, before].map((stats) => fileModeOf(Number(stats.mode)));
  return mode === old ? undefined : mode;
}

/** Returns the paths whose stamps differ, sorted. */
function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort(comparePaths);
}

function statsOf(file: string): BigIntStats | "unreadable" | undefined {
  try {
    return lstatSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    // A folder above it is a file now.
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? undefined : "unreadable";
  }
}

/** Returns an empty text if the file cannot be read. */
function hashOf(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      return hashFile(file, Number(lstatSync(path).size));
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}
