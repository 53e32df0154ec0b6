import { basename } from "node:path";
import type { JournalTexts } from "../../apply/state/journal-texts.ts";
import { finished, readRun } from "../../apply/state/read-run.ts";
import type { RunFolder } from "../../apply/state/run-folder.ts";
import { splice } from "../../edit/text/splice.ts";
import type { TextEdit } from "../../model/edit.ts";
import { foreignStep, knownStep, type TextStep } from "../../plan/relocate/text-step.ts";
import type { IsBrought } from "../tree/brought-state.ts";

/** The content of a file at one moment. */
export interface KnownText {
  readonly text: string;
  /** sha256 of its bytes. */
  readonly hash: string;
}

/** A step in the history of a file. */
export interface HistoryStep extends TextStep {
  /** The run that made it; undefined if it was another process or a person. */
  readonly run?: string;
}

/** One write of a file by a run. */
interface FileWritten {
  readonly run: string;
  readonly preHash: string | null;
  readonly postHash: string | null;
  readonly edits: readonly TextEdit[];
  readonly texts: JournalTexts;
}

/** The writes of past runs, file by file, in the order of writing. Read when they are first asked for. */
export class FileHistory {
  readonly #folders: readonly RunFolder[];
  readonly #isBrought: IsBrought;
  #writes: ReadonlyMap<string, readonly FileWritten[]> | undefined;

  constructor(folders: readonly RunFolder[], isBrought: IsBrought) {
    this.#folders = folders;
    this.#isBrought = isBrought;
  }

  /**
   * Returns the steps from one content of a file to a later one; undefined if the runs do not have the first. What
   * happened between two runs is a step of another.
   */
  stepsBetween(path: string, from: KnownText, to: KnownText): readonly HistoryStep[] | undefined {
    const writes = this.#writesOf(path);
    const start = startIn(writes, from.hash);
    if (start === undefined) return undefined;
    const steps: HistoryStep[] = [];
    let at = from;
    for (const { run, preHash, postHash, edits, texts } of writes.slice(start)) {
      if (preHash === null || postHash === null) return undefined; // The file was made, or removed.
      if (at.hash !== preHash) {
        const before = texts.find(preHash);
        if (before === undefined) return undefined;
        steps.push(foreignStep(at.text, before));
        at = { text: before, hash: preHash };
      }
      const before = at.text;
      const after = splice(before, edits);
      steps.push({ run, ...knownStep(edits, () => ({ before, after })) });
      at = { text: after, hash: postHash };
    }
    return at.hash === to.hash ? steps : [...steps, foreignStep(at.text, to.text)];
  }

  #writesOf(path: string): readonly FileWritten[] {
    this.#writes ??= readWrites(this.#folders, this.#isBrought);
    return this.#writes.get(path) ?? [];
  }
}

/** Returns the index of the first write after the file last had a content; undefined if it is not known to have had it. */
function startIn(writes: readonly FileWritten[], hash: string): number | undefined {
  for (let index = writes.length - 1; index >= 0; index -= 1) {
    if (writes[index]?.postHash === hash) return index + 1;
    if (writes[index]?.preHash === hash) return index;
  }
  return undefined;
}

function readWrites(
  folders: readonly RunFolder[],
  isBrought: IsBrought,
): ReadonlyMap<string, readonly FileWritten[]> {
  const writes = new Map<string, FileWritten[]>();
  for (const folder of folders) {
    if (folder.isOpen || isBrought(`runs/${basename(folder.path)}`)) continue;
    for (const [path, written] of writesIn(folder)) {
      const known = writes.get(path);
      if (known === undefined) writes.set(path, [written]);
      else known.push(written);
    }
  }
  return writes;
}

/** Returns none if the run cannot be read: the texts are compared then. */
function writesIn(folder: RunFolder): readonly (readonly [string, FileWritten])[] {
  try {
    const { records, texts } = readRun(folder);
    return finished(records).flatMap(({ files }) =>
      files.map(({ path, preHash, postHash, edits: written }) => {
        const edits = written.map(([start, end, text]) => ({ start, end, text }));
        return [path, { run: folder.id, preHash, postHash, edits, texts }] as const;
      }),
    );
  } catch {
    return [];
  }
}
