import { type ComparedLines, type LineRange, linesSince } from "../../git/lines-since.ts";
import type { RunGit } from "../../git/run-git.ts";
import type { Preview } from "../../model/action/action-preview.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { TextEdit } from "../../model/edit.ts";
import type { Workspace } from "../../model/workspace.ts";

/** A part of a text, in UTF-16 code units; the end is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

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

  async #isTouched({ path, preHash, edits }: FileChange): Promise<boolean | undefined> {
    if (preHash === null) return true;
    if (!(await this.#sources.indexed()).has(path)) return true; // Git does not track it: all of it is new.
    if ((await this.#sources.hidden()).has(path)) return undefined; // It tells no changes of it.
    const first = this.#first.get(path) ?? this.#partsOf(path, preHash);
    this.#first.set(path, first);
    const parts = await first;
    const spans = parts?.byHash.get(preHash) ?? (parts && this.#follow(path, parts, preHash));
    return spans && edits.some((edit) => touches(edit, spans));
  }

  /** Returns the changed parts of a file before the run wrote it; undefined if it is no longer as it was. */
  async #partsOf(path: string, hash: string): Promise<ChangedParts | undefined> {
    const { git, compared, workspace } = this.#sources;
    this.#asked ??= linesSince(git, compared);
    const ranges = (await this.#asked).get(path) ?? [];
    if (ranges.length === 0) return { hash, byHash: new Map([[hash, []]]) };
    const read = await workspace.read(path);
    if (read.kind !== "text" || read.hash !== hash) return undefined;
    return { hash, byHash: new Map([[hash, spansOf(read.text, ranges)]]) };
  }

  /** Returns the changed parts after edits of the run; undefined if others changed the file, too. */
  #follow(path: string, { hash, byHash }: ChangedParts, now: string): readonly Span[] | undefined {
    const own = this.#sources.workspace.ownEditsBetween(path, hash, now);
    const spans = own?.reduce(follow, byHash.get(hash) ?? []);
    if (spans !== undefined) byHash.set(now, spans); // Later the file is another one.
    return spans;
  }
}

/** Returns the parts of a text that lines are, each with its line end. */
function spansOf(text: string, ranges: readonly LineRange[]): readonly Span[] {
  const spans: Span[] = [];
  let [line, at] = [1, 0];
  const skipTo = (wanted: number) => {
    while (line < wanted && at <= text.length) {
      const end = text.indexOf("\n", at);
      at = end + 1 || text.length + 1; // What is added to a last line without an end is in that line.
      line += 1;
    }
    return at;
  };
  for (const { first, count } of ranges)
    spans.push({ start: skipTo(first), end: skipTo(first + count) });
  return spans;
}

/** Returns the places of parts after edits of the run: a part that is edited stays changed. */
function follow(spans: readonly Span[], edits: readonly TextEdit[]): readonly Span[] {
  let shift = 0;
  let next = 0;
  const moved = (place: number, isEnd: boolean) => {
    for (let edit = edits[next]; edit && edit.end <= place; edit = edits[next]) {
      // Lines inserted in front of a part's first line join it; behind its last line they are apart.
      if (edit.start === place) break;
      shift += edit.text.length - (edit.end - edit.start);
      next += 1;
    }
    const edit = edits[next];
    if (edit === undefined || edit.start >= place) return place + shift;
    return edit.start + shift + (isEnd ? edit.text.length : 0);
  };
  return spans.map(({ start, end }) => ({ start: moved(start, false), end: moved(end, true) }));
}

/** True if an edit changes something in one of the parts, or inserts something in one. */
function touches({ start, end }: TextEdit, spans: readonly Span[]): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const span = spans[low] ?? { start: Infinity, end: Infinity };
  return start === end ? span.start <= start : span.start < end;
}
