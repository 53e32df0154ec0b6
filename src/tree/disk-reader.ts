import { kindOf, modeOf, targetOf } from "../files/disk-paths.ts";
import { ByteReader, isUnchanged } from "../files/read-bytes.ts";
import { readTextFile } from "../files/read-file.ts";
import { readFolder } from "../files/read-folder.ts";
import { walkFiles } from "../files/walk-files.ts";
import { ContentKeys } from "../git/content-keys.ts";
import type { FilesWithout } from "../model/search/text-question.ts";
import type { FileStep, Workspace } from "../model/workspace.ts";
import type { GitListing } from "../request/git-listing.ts";
import { TurnQueue } from "../shared/turn-queue.ts";
import { CommitHistory } from "./commit-history.ts";
import { ListChanges, tidyPaths } from "./list-changes.ts";

/** The disk under a root, as a run reads it. The list of files is made once; the run's own changes count in it. */
export class DiskReader implements Omit<Workspace, "commit"> {
  /** The files that the run made or deleted. */
  protected readonly own = new ListChanges();
  readonly turns = new TurnQueue();
  protected readonly root: string;
  readonly #history = new CommitHistory();
  readonly #firstListing: GitListing;
  #listing: GitListing | undefined;
  #listed: Promise<readonly string[]> | undefined;
  #ignored: Promise<readonly string[]> | undefined;
  #untracked: Promise<readonly string[]> | undefined;
  #unlisted: readonly string[] = [];
  #keys = new ContentKeys(undefined);
  readonly #changed = new Set<string>();
  /** The files that did not exist before this run, also after a refresh. */
  readonly #fresh = new Set<string>();
  /** The files that this run deleted, and that are not its own if they come back. */
  readonly #former = new Set<string>();
  #bytes: ByteReader;

  constructor(root: string, listing: GitListing) {
    this.root = root;
    this.#firstListing = listing;
    this.#listing = listing;
    this.#bytes = new ByteReader(root);
  }

  async listFiles(): Promise<readonly string[]> {
    this.#listed ??= this.#list();
    const files = await this.#listed;
    if (this.own.isEmpty) return files;
    const ignored = await this.listIgnored().catch(() => []); // Git is not installed: `files` were listed without it.
    return this.own.addTo(files, ignored);
  }

  listIgnored(): Promise<readonly string[]> {
    this.#ignored ??= this.#ask().ignored.then(tidyPaths);
    return this.#ignored;
  }

  listUntracked(): Promise<readonly string[]> {
    this.#untracked ??= this.#ask()
      .untracked()
      .then((paths) => paths.filter((path) => !this.#fresh.has(path)));
    return this.#untracked;
  }

  async listUnlisted(): Promise<readonly string[]> {
    await this.listFiles();
    return this.#unlisted;
  }

  kindOf(path: string): ReturnType<Workspace["kindOf"]> {
    return kindOf(this.root, path);
  }

  targetOf(path: string): ReturnType<Workspace["targetOf"]> {
    return targetOf(this.root, path);
  }

  async read(path: string): ReturnType<Workspace["read"]> {
    return readTextFile(this.root, path);
  }

  modeOf(path: string): ReturnType<Workspace["modeOf"]> {
    return modeOf(this.root, path);
  }

  readBytes(path: string): ReturnType<Workspace["readBytes"]> {
    return this.#bytes.read(path);
  }

  readPart(path: string, start: number, length: number): ReturnType<Workspace["readPart"]> {
    return this.#bytes.readPart(path, start, length);
  }

  readFolder(path: string): ReturnType<Workspace["readFolder"]> {
    return readFolder(this.root, path);
  }

  isUnchanged: Workspace["isUnchanged"] = isUnchanged;

  knownContentKey(path: string): string | undefined {
    return this.#keys.known(path);
  }

  contentKey(path: string, content: Uint8Array): string {
    return this.#keys.ofBytes(path, content);
  }

  async filesWithout(
    ...[question, signal]: Parameters<NonNullable<Workspace["filesWithout"]>>
  ): Promise<FilesWithout> {
    const found = new Set(await this.#ask().filesWithout?.(question, signal));
    for (const path of this.#changed) found.delete(path);
    return found;
  }

  ownEditsBetween(...[path, since, now]: Parameters<Workspace["ownEditsBetween"]>) {
    return this.#history.between(path, since, now);
  }

  refresh(): void {
    this.#listing = undefined; // Git is asked again at the next question.
    this.#listed = undefined;
    this.#ignored = undefined;
    this.#untracked = undefined;
    this.#keys = new ContentKeys(undefined);
    this.#bytes = new ByteReader(this.root);
  }

  /** Forgets what git knows of files that this run is about to write. */
  protected forget(changes: readonly FileStep[]): void {
    const paths = changes.map(({ path }) => path);
    for (const path of paths) this.#changed.add(path);
    this.#keys.forget(paths);
  }

  /** Notes a commit of this run. */
  protected note(changes: readonly FileStep[]): void {
    this.own.add(changes);
    for (const { path, preHash, postHash } of changes) {
      if (preHash === null && !this.#former.has(path)) this.#fresh.add(path);
      if (postHash === null && !this.#fresh.has(path)) this.#former.add(path);
    }
    this.#history.add(changes);
  }

  #ask(): GitListing {
    this.#listing ??= this.#firstListing.again();
    return this.#listing;
  }

  async #list(): Promise<readonly string[]> {
    const listing = this.#ask();
    const inGit = await listing.files;
    this.#keys = new ContentKeys(inGit?.contents);
    this.#keys.forget(this.#changed); // A file may be written before the first list.
    if (inGit !== undefined) {
      this.#unlisted = tidyPaths(await listing.unlisted());
      return tidyPaths(inGit.paths);
    }
    const unlisted = new Set<string>();
    const files = await walkFiles(this.root, (folder) => unlisted.add(folder));
    this.#unlisted = tidyPaths([...unlisted]);
    const { findPlans } = await import("../plan-file/find-plans.ts"); // In a work tree, its listing leaves them out.
    const plans = await findPlans(this.root, files);
    return tidyPaths(files.filter((path) => !plans.has(path)));
  }
}
