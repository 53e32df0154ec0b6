import { basename } from "node:path";
import type { JournalTexts } from "../../apply/state/journal-texts.ts";
import { finished, type PastRun, readRun } from "../../apply/state/read-run.ts";
import type { RunFolder } from "../../apply/state/run-folder.ts";
import { splice } from "../../edit/text/splice.ts";
import type { TextEdit } from "../../model/edit.ts";
import { foreignStep, knownStep, type TextStep } from "../../plan-file/relocate/text-step.ts";
import type { IsBrought } from "../../tree/brought-state.ts";

/** The content of a file at one moment. */
export interface KnownText {
  readonly text: string;
  /** sha256 of its bytes. */
  readonly hash: string;
}

/** A step in the history of a file. */
export interface HistoryStep extends TextStep {
  /** The ids of the actions that it applied; none if it was another process or a person. */
  readonly actions: readonly string[];
}

/** The runs that are kept. */
export interface KeptRuns {
  /** The oldest first. */
  readonly folders: readonly RunFolder[];
  readonly isBrought: IsBrought;
}

/** The hashes of the contents from which histories are wanted, by path. */
export type WantedHistories = ReadonlyMap<string, ReadonlySet<string>>;

/** One write of a file by a run. */
interface FileWritten {
  readonly folder: RunFolder;
  /** The run was not undone. */
  readonly counts: boolean;
  /** The run takes another one back: its edits are coarse, and name no actions. */
  readonly isUndo: boolean;
  readonly actions: readonly string[];
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly edits: readonly TextEdit[];
}

/** The most bytes of journals whose texts are kept at once; those of other runs are read again for each text. */
const MOST_KEPT = 64 * 1024 * 1024;

/** The writes of past runs, file by file, in the order of writing. */
export class FileHistory {
  readonly #writes: ReadonlyMap<string, readonly FileWritten[]>;
  readonly #texts = new Map<string, JournalTexts>();
  #kept = 0;

  private constructor(writes: ReadonlyMap<string, readonly FileWritten[]>) {
    this.#writes = writes;
  }

  /** Reads the newest run first, one at a time, and no further back than to the contents that are wanted. */
  static async read(
    wanted: WantedHistories,
    { folders, isBrought }: KeptRuns,
    signal: AbortSignal,
  ): Promise<FileHistory> {
    const missing = new Map([...wanted].map(([path, hashes]) => [path, new Set(hashes)]));
    const writes = new Map<string, FileWritten[]>([...wanted.keys()].map((path) => [path, []]));
    const undone = new Set<string>();
    for (const folder of folders.toReversed()) {
      if (missing.size === 0 || signal.aborted) break;
      if (folder.isOpen || isBrought(`runs/${basename(folder.path)}`)) continue;
      for (const [path, written] of writesIn(folder, { wanted, undone })) {
        writes.get(path)?.push(written);
        const hashes = written.isUndo ? undefined : missing.get(path); // The text that it takes back is older.
        for (const hash of [written.preHash, written.postHash]) hashes?.delete(hash ?? "");
        if (hashes?.size === 0) missing.delete(path);
      }
      await new Promise(setImmediate); // Signals and timers get their turn.
    }
    for (const list of writes.values()) list.reverse();
    return new FileHistory(writes);
  }

  /**
   * Returns the steps from one content of a file to a later one; undefined if the runs do not have the first. What
   * happened between two runs is a step of another.
   */
  stepsBetween(path: string, from: KnownText, to: KnownText): readonly HistoryStep[] | undefined {
    const writes = this.#writes.get(path) ?? [];
    const start = startIn(writes, from.hash);
    if (start === undefined) return undefined;
    const steps: HistoryStep[] = [];
    let at = from;
    for (const written of writes.slice(start)) {
      const { folder, actions, preHash, postHash, edits } = exactest(written, writes);
      if (preHash === null || postHash === null) return undefined; // The file was made, or removed.
      if (at.hash !== preHash) {
        const text = this.#textsOf(folder)?.find(preHash);
        if (text === undefined) return undefined;
        steps.push(foreign(at.text, text));
        at = { text, hash: preHash };
      }
      const before = at.text;
      const after = splice(before, edits);
      const { move } = knownStep(edits, () => ({ before, after }));
      steps.push({ actions, move });
      at = { text: after, hash: postHash };
    }
    return at.hash === to.hash ? steps : [...steps, foreign(at.text, to.text)];
  }

  /** Returns the id of the run that applied an action to a file, and was not undone. */
  applierOf(path: string, action: string): string | undefined {
    const writes = this.#writes.get(path) ?? [];
    return writes.findLast(({ counts, actions }) => counts && actions.includes(action))?.folder.id;
  }

  /** Returns undefined if the journal of a run can no longer be read. */
  #textsOf(folder: RunFolder): JournalTexts | undefined {
    const known = this.#texts.get(folder.id);
    if (known !== undefined) return known;
    const past = readIfPossible(folder);
    if (past === undefined) return undefined;
    this.#kept += past.length;
    if (this.#kept <= MOST_KEPT) this.#texts.set(folder.id, past.texts);
    return past.texts;
  }
}

function foreign(before: string, after: string): HistoryStep {
  const step = foreignStep(before, after);
  return { actions: [], move: (span) => step.move(span) };
}

/** Returns the write between the same contents whose edits are exact: an undo that is undone makes them again. */
function exactest(written: FileWritten, writes: readonly FileWritten[]): FileWritten {
  if (!written.isUndo) return written;
  const { preHash, postHash } = written;
  const exact = writes.find(
    (one) => !one.isUndo && one.preHash === preHash && one.postHash === postHash,
  );
  return exact ?? written;
}

/** Returns the index of the first write after the file last had a content; undefined if it never had it. */
function startIn(writes: readonly FileWritten[], hash: string): number | undefined {
  for (let index = writes.length - 1; index >= 0; index -= 1) {
    if (writes[index]?.postHash === hash) return index + 1;
    if (writes[index]?.preHash === hash) return index;
  }
  return undefined;
}

/** The files in question, and the runs that later ones have undone. */
interface Reading {
  readonly wanted: WantedHistories;
  readonly undone: Set<string>;
}

/** Returns the writes of a run, the last first. Returns none if it cannot be read: the texts are compared then. */
function writesIn(
  folder: RunFolder,
  { wanted, undone }: Reading,
): readonly (readonly [string, FileWritten])[] {
  const past = readIfPossible(folder);
  if (past === undefined) return [];
  const { run } = past;
  const counts = !undone.has(folder.id);
  const transactions = finished(past.records).toReversed();
  if (counts && run?.undoes !== undefined && transactions.length > 0) undone.add(run.undoes);
  const isUndo = run?.undoes !== undefined;
  const ended = (run?.resolves ?? []).flatMap(({ actions }) => actions);
  const back = new Set(transactions.flatMap(({ takesBack = [] }) => takesBack));
  return transactions.flatMap(({ action, files, takesBack }) => {
    const named = takesBack !== undefined || back.has(action.id) ? [] : [action.id];
    const actions = [...new Set([...ended, ...named])];
    return files.flatMap(({ path, preHash, postHash, edits: written }) => {
      if (!wanted.has(path)) return [];
      const edits = written.map(([start, end, text]) => ({ start, end, text }));
      return [[path, { folder, counts, isUndo, actions, preHash, postHash, edits }] as const];
    });
  });
}

function readIfPossible(folder: RunFolder): PastRun | undefined {
  try {
    return readRun(folder);
  } catch {
    return undefined; // Undo and recover report the reason.
  }
}
