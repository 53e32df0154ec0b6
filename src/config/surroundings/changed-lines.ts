import { followEdits } from "../../edit/text/follow-edits.ts";
import type { Span } from "../../edit/text/span.ts";
import { touchesOneOf } from "../../edit/text/touches-one-of.ts";
import { type ComparedLines, type LineRange, linesSince } from "../../git/lines-since.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { Preview } from "../../model/action/action-preview.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { TextLines } from "../../model/search/text-lines.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { messageOf } from "../../shared/message-of.ts";

/** The changed parts of a file, sorted, by the hash of the text that they are in. */
interface ChangedParts {
  /** That of the text before the run wrote it. */
  readonly hash: string;
  readonly byHash: Map<string, readonly Span[]>;
}

/** The parts of a run that changed lines are told from. */
interface ChangedSources {
  readonly git: RunGit;
  readonly compared: ComparedLines;
  readonly workspace: Pick<Workspace, "read" | "ownEditsBetween">;
  /** The paths in git's index. */
  readonly indexed: () => Promise<ReadonlySet<string>>;
  /** The paths of files that git was told not to look at. */
  readonly hidden: () => Promise<ReadonlySet<string>>;
}

/**
 * The lines that were changed since a commit when the run started. Each action is asked about before it is written, so
 * that git is asked, and each file is read, before the first write; the run's own edits are followed.
 */
export class ChangedLines {
  readonly #sources: ChangedSources;
  #asked: Promise<ReadonlyMap<string, readonly LineRange[]>> | undefined;
  readonly #first = new Map<string, Promise<ChangedParts | undefined>>();

  constructor(sources: ChangedSources) {
    this.#sources = sources;
  }

  /**
   * True if an edit touches changed lines; a new file has no others. Undefined if that is not known, as of the action
   * of a custom tool.
   */
  async areTouchedBy(preview: Preview): Promise<boolean | undefined> {
    if (preview.kind !== "files") return undefined;
    let isUnknown = false;
    for (const change of preview.changes) {
      const touched = await this.#isTouched(change).catch(() => undefined); // Git failed.
      if (touched === true) return true;
      if (touched === undefined) isUnknown = true;
    }
    return isUnknown ? undefined : false;
  }

  /** Reads all files with changed lines. Call it before the first write if {@link linesOf} is used. */
  async readAll(): Promise<void> {
    const none = new Map<string, readonly LineRange[]>(); // Git failed: `linesOf` throws.
    const ranges = await this.#ranges().catch(() => none);
    for (const path of ranges.keys()) await this.#partsOf(path);
  }

  /**
   * Returns the changed lines of a file as it is now; undefined if all of it is new. A file of which git tells no
   * changes has none. Throws a `ToolError` if they are not known.
   */
  async linesOf(path: string): Promise<TextLines | undefined> {
    if (await this.#isNew(path)) return undefined;
    const none = { hash: "", places: [] };
    if ((await this.#sources.hidden()).has(path)) return none;
    const ranges = await this.#ranges().catch((error: unknown) => {
      const why = messageOf(error).trim();
      throw new ToolError(`The changed lines are not known, because git failed: ${why}`);
    });
    if (!ranges.has(path)) return none;
    const [parts, read] = [await this.#partsOf(path), await this.#sources.workspace.read(path)];
    if (read.kind !== "text") return none; // It cannot be edited, either.
    const places = parts && this.#placesIn(path, parts, read.hash);
    if (places === undefined) throw new ToolError(`${path} was changed by another process.`);
    return { hash: read.hash, places };
  }

  async #isTouched({ path, preHash, edits }: FileChange): Promise<boolean | undefined> {
    if (preHash === null || (await this.#isNew(path))) return true;
    if ((await this.#sources.hidden()).has(path)) return undefined; // It tells no changes of it.
    const parts = await this.#partsOf(path, preHash);
    const places = parts && this.#placesIn(path, parts, preHash);
    return places && edits.some((edit) => touchesOneOf(places, edit));
  }

  /** True if git does not track a file: all of it is new. */
  async #isNew(path: string): Promise<boolean> {
    return !(await this.#sources.indexed()).has(path);
  }

  #ranges(): Promise<ReadonlyMap<string, readonly LineRange[]>> {
    const { git, compared } = this.#sources;
    this.#asked ??= linesSince(git, compared);
    return this.#asked;
  }

  /** Returns the changed parts of a file when it was first asked about. */
  #partsOf(path: string, hash?: string): Promise<ChangedParts | undefined> {
    const first = this.#first.get(path) ?? this.#readParts(path, hash);
    this.#first.set(path, first);
    return first;
  }

  /** Returns undefined for a file that is no text, or no longer has the bytes of `hash`. */
  async #readParts(path: string, hash: string | undefined): Promise<ChangedParts | undefined> {
    const ranges = (await this.#ranges()).get(path) ?? [];
    if (ranges.length === 0 && hash !== undefined) return { hash, byHash: new Map([[hash, []]]) };
    const read = await this.#sources.workspace.read(path);
    if (read.kind !== "text" || (hash !== undefined && read.hash !== hash)) return undefined;
    return { hash: read.hash, byHash: new Map([[read.hash, placesOf(read.text, ranges)]]) };
  }

  /** Returns the changed parts after edits of the run; undefined if others changed the file, too. */
  #placesIn(
    path: string,
    { hash, byHash }: ChangedParts,
    now: string,
  ): readonly Span[] | undefined {
    const known = byHash.get(now);
    if (known !== undefined) return known;
    const own = this.#sources.workspace.ownEditsBetween(path, hash, now);
    const places = own?.reduce(followEdits, byHash.get(hash) ?? []);
    if (places !== undefined) byHash.set(now, places); // Later the file is another one.
    return places;
  }
}

/** Returns the parts of a text that lines are, each with its line end. */
function placesOf(text: string, ranges: readonly LineRange[]): readonly Span[] {
  const places: Span[] = [];
  let [line, at] = [1, 0];
  const skipTo = (wanted: number) => {
    while (line < wanted && at <= text.length) {
      const end = text.indexOf("\n", at);
      at = end + 1 || text.length + 1; // Text added to a last line without a line end belongs to that line.
      line += 1;
    }
    return at;
  };
  for (const { first, count } of ranges)
    places.push({ start: skipTo(first), end: skipTo(first + count) });
  return places;
}
