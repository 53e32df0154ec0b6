import { composeEdits } from "../edit/text/compose-edits.ts";
import type { TextEdit } from "../model/edit.ts";
import { type FileMode, modeAfter } from "../model/patch/file-mode.ts";
import {
  type CommitNote,
  type CommitPart,
  type CommitTarget,
  type FileRead,
  StaleFileError,
  type TextChange,
} from "../model/workspace.ts";
import { definedOnly } from "../shared/defined-only.ts";
import { TurnQueue } from "../shared/turn-queue.ts";
import { CommitHistory } from "./commit-history.ts";

/** The sum of the gathered changes of one file. */
interface GatheredFile {
  readonly preHash: string | null;
  readonly before: string;
  readonly edits: NetEdits;
  postHash: string | null;
  after: string;
  mode: FileMode | undefined;
}

/** Commits that wait to be written as one. Reads see them; the files stay as they are. */
export class GatheredWrites implements CommitTarget {
  readonly turns = new TurnQueue();
  readonly #workspace: CommitTarget;
  readonly #files = new Map<string, GatheredFile>();
  readonly #history = new CommitHistory();
  readonly #parts: CommitPart[] = [];
  #size = 0;

  constructor(workspace: CommitTarget) {
    this.#workspace = workspace;
  }

  /** The length of the texts that are held, in UTF-16 code units. */
  get size(): number {
    return this.#size;
  }

  /** The commits so far, in their order. */
  get parts(): readonly CommitPart[] {
    return this.#parts;
  }

  async read(path: string): Promise<FileRead> {
    const own = this.#files.get(path);
    if (own === undefined) return this.#workspace.read(path);
    const { after: text, postHash: hash } = own;
    return hash === null ? { kind: "unusable", why: "vanished" } : { kind: "text", text, hash };
  }

  async commit(changes: readonly TextChange[], note: CommitNote): Promise<void> {
    for (const { path, preHash } of changes) {
      const own = this.#files.get(path);
      if (own !== undefined && own.postHash !== preHash)
        throw new StaleFileError(path, `${path} has changed since the preview.`);
    }
    for (const change of changes) this.#add(change);
    const steps = changes.map(({ path, preHash, postHash, edits, mode }) => {
      return { path, preHash, postHash, edits, ...definedOnly({ mode }) };
    });
    this.#history.add(steps);
    this.#parts.push({ note, changes: steps });
  }

  ownEditsBetween(...[path, since, now]: Parameters<CommitTarget["ownEditsBetween"]>) {
    const own = this.#files.get(path);
    if (own === undefined) return this.#workspace.ownEditsBetween(path, since, now);
    const gathered = this.#history.between(path, since, now);
    if (gathered !== undefined || own.preHash === null) return gathered;
    const earlier = this.#workspace.ownEditsBetween(path, since, own.preHash);
    const later = this.#history.between(path, own.preHash, now);
    return earlier && later && [...earlier, ...later];
  }

  /** Returns the sum of the commits, file by file in the order of their first change. */
  list(): readonly TextChange[] {
    return [...this.#files].map(([path, { preHash, postHash, before, after, edits, mode }]) => {
      return {
        path,
        preHash,
        postHash,
        before,
        after,
        edits: edits.list,
        ...definedOnly({ mode }),
      };
    });
  }

  #add(change: TextChange): void {
    const { path, preHash, postHash, before, after, edits, mode } = change;
    const own = this.#files.get(path);
    this.#size += after.length - (own?.after.length ?? -before.length);
    if (own === undefined) {
      const net = new NetEdits(before, edits);
      this.#files.set(path, { preHash, postHash, before, after, edits: net, mode });
      return;
    }
    own.edits.add(edits);
    own.postHash = postHash;
    own.after = after;
    own.mode = modeAfter(own.mode, change);
  }
}

/** The edits of several commits to one file as one list, in offsets of the text before the first of them. */
export class NetEdits {
  readonly #before: string;
  #edits: TextEdit[];
  /** The distance by which the edits so far move the text after them. */
  #shift = 0;

  /** `before` is the text before the first commit, and `first` are its edits: sorted, not overlapping. */
  constructor(before: string, first: readonly TextEdit[]) {
    this.#before = before;
    this.#edits = [...first];
    this.#shift = shiftOf(first);
  }

  get list(): readonly TextEdit[] {
    return this.#edits;
  }

  /** Adds the edits of the next commit, in offsets of the text that the ones before left. */
  add(next: readonly TextEdit[]): void {
    const shift = this.#shift;
    const end = (this.#edits.at(-1)?.end ?? 0) + shift;
    // Edits after all earlier ones, as those of one call in their order, cost no more than themselves.
    if ((next[0]?.start ?? 0) > end)
      for (const { start, end: to, text } of next)
        this.#edits.push({ start: start - shift, end: to - shift, text });
    else this.#edits = [...composeEdits(this.#before, named(this.#edits), named(next))];
    this.#shift += shiftOf(next);
  }
}

function shiftOf(edits: readonly TextEdit[]): number {
  return edits.reduce((sum, { start, end, text }) => sum + text.length - (end - start), 0);
}

/** Gives edits the name of an op, which `composeEdits` keeps, and which no reader of a commit asks for. */
function named(edits: readonly TextEdit[]) {
  return edits.map((edit) => ({ ...edit, opId: "" }));
}
