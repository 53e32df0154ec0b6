import type { LeftFile } from "../../model/past/recovered-run.ts";
import { messageOf } from "../../shared/message-of.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FileWrite } from "../disk/file-write.ts";
import { findFolders, removeOldFolders } from "../disk/new-folders.ts";
import { writeRecord } from "../state/journal-lines.ts";
import type { ActionNote, JournalRecord, ProofRecord } from "../state/journal-record.ts";
import { type JournalledRun, type OpenJournal, openJournal } from "../state/open-journal.ts";
import { MAX_JOURNAL, type PastRun, readRun } from "../state/read-run.ts";
import { removeEmptyRun } from "../state/remove-run.ts";
import { closeRunFolder, makeRunFolder, type RunFolder } from "../state/run-folder.ts";
import { refuseAliases } from "./aliases.ts";
import { type BeginNote, beginLine, type CommitExtent } from "./begin-line.ts";
import type { CheckedWrites } from "./checked-writes.ts";
import { describeWrites } from "./describe-writes.ts";
import type { JournalOptions } from "./journal-options.ts";
import { checkWrites, UnfinishedError, writeChecked } from "./write-files.ts";

/** Smaller than the largest journal that is read (`MAX_JOURNAL`), so that the outcome of the last transaction fits. */
const WRITTEN_LIMIT = MAX_JOURNAL - 64 * 1024 * 1024;

/**
 * The transactions of one run, with a journal from which `recover` and `undo` take each of them back: the intent and
 * the texts before are on the disk before the first write. A run that writes nothing leaves nothing behind.
 */
export class RunJournal {
  readonly #root: string;
  readonly #run: JournalledRun;
  #open: OpenJournal | undefined;
  #opening: Promise<OpenJournal> | undefined;
  /** Set also if the journal could not be opened in it: the next transaction tries again. */
  #folder: RunFolder | undefined;
  readonly #limit: number;
  readonly #isLocked: () => boolean;
  readonly #onProgress: JournalOptions["onProgress"];
  #count = 0;
  /** Hashes of the texts that the journal has, or that its edits make. */
  readonly #known = new Set<string>();
  /** The reason to write nothing more before `recover`: a file could not be put back, or the journal not written. */
  #broken: Error | undefined;

  constructor(root: string, run: JournalledRun, options: JournalOptions = {}) {
    this.#root = root;
    this.#run = run;
    this.#limit = options.limit ?? WRITTEN_LIMIT;
    this.#isLocked = options.isLocked ?? (() => true);
    this.#onProgress = options.onProgress;
  }

  /** The folder of the run, absolute; undefined if nothing was kept so far. */
  get folder(): string | undefined {
    return this.#open?.folder.path;
  }

  /**
   * Writes all files or none (A19), with a note of the action, or of each of `parts`, in the journal, and then removes
   * those folders of `emptied` that are empty; returns why one could not be removed. Throws a `StaleFileError` if a
   * file is not what the write rests on (A18), the disk's error, or an `UnfinishedError` if a file could not be put
   * back.
   */
  async commit(
    writes: readonly FileWrite[],
    note: ActionNote,
    { emptied = [], parts, takesBack }: CommitExtent = {},
  ): Promise<string | undefined> {
    this.#refuseBroken();
    if (writes.length === 0) return undefined;
    const checked = await checkWrites(this.#root, writes);
    refuseAliases(checked);
    const index = this.#count;
    this.#count += 1; // Also if it fails: no two transactions of a run have the same index.
    const token = sha256(`${this.#run.id} ${index}`).slice(0, 12);
    const old = await findFolders(this.#root, emptied);
    await this.#begin(checked, { index, token, note, emptied: old, parts, takesBack });
    let left: readonly LeftFile[] = [];
    try {
      await writeChecked(this.#root, checked, token, {
        onLeft(files) {
          left = files;
        },
        onProgress: this.#onProgress,
      });
    } catch (error) {
      if (error instanceof UnfinishedError) this.#broken = error;
      else await this.#record({ kind: "rolled-back", index, by: "run", left: [...left] });
      throw error;
    }
    for (const { postHash } of writes) if (postHash !== null) this.#known.add(postHash);
    const fault = await removeOldFolders(this.#root, old).then(() => undefined, messageOf);
    // Not flushed: if the record is lost, `recover` finds that every file was written.
    await this.#record({ kind: "done", index, by: "run" });
    return fault;
  }

  /** Records that code of a recipe is about to apply an action by itself. */
  async noteForeign(note: ActionNote): Promise<void> {
    this.#refuseBroken();
    const { journal } = await this.#opened();
    await journal.append(writeRecord({ kind: "foreign", action: note }));
    await journal.sync();
  }

  /** Records a proof, or that one is missing. Not flushed: a killed process loses no record. */
  noteProof(proof: ProofRecord): Promise<void> {
    return this.#record(proof);
  }

  /** Reads the transactions so far; undefined without one. */
  past(): PastRun | undefined {
    return this.#open && readRun(this.#open.folder);
  }

  /** Makes the folder of the run if it does not exist. Returns its path, absolute. */
  async keep(): Promise<string> {
    return (await this.#opened()).folder.path;
  }

  /**
   * Ends the run. Returns the reason if something is left to do, which the next command that writes, or `recover`,
   * does; throws if the end cannot be written down.
   */
  async close(): Promise<string | undefined> {
    if (!this.#open) {
      // The folder was made, but not its journal.
      if (this.#folder) await removeEmptyRun(this.#folder.path);
      return undefined;
    }
    const { folder, journal } = this.#open;
    try {
      if (this.#broken) return this.#broken.message;
      await journal.append(writeRecord({ kind: "end", by: "run" }));
      await journal.sync();
    } finally {
      await this.abandon();
    }
    await closeRunFolder(folder);
    return undefined;
  }

  /** Closes the files of a run that has not ended. The next command that writes recovers it. */
  async abandon(): Promise<void> {
    await this.#open?.journal.close();
    await this.#open?.images.close();
  }

  #refuseBroken(): void {
    if (!this.#isLocked())
      this.#broken ??= new Error("`.sluice/lock` is gone, or held by another run");
    else if (this.#open?.journal.isInPlace() === false)
      this.#broken ??= new Error("the journal of the run is gone");
    if (!this.#broken) return;
    const message = `Nothing more is written: ${this.#broken.message}. Run \`sluice recover\`.`;
    throw new UnfinishedError(message, { cause: this.#broken });
  }

  /** Opens the journal once, also for two calls at the same time. */
  async #opened(): Promise<OpenJournal> {
    if (this.#open) return this.#open;
    this.#opening ??= this.#openFirst();
    try {
      return await this.#opening;
    } finally {
      this.#opening = undefined; // The next call tries again after an error.
    }
  }

  async #openFirst(): Promise<OpenJournal> {
    this.#folder ??= await makeRunFolder(this.#root, this.#run.id);
    this.#open = await openJournal(this.#folder, this.#run);
    return this.#open;
  }

  /** Flushes the intent of a transaction, and everything that a rollback needs, to the disk. */
  async #begin(checked: CheckedWrites, about: BeginNote): Promise<void> {
    const { journal, images } = await this.#opened();
    const { files, fresh } = await describeWrites(checked, images, this.#known);
    const begin = beginLine(about, { files, folders: checked.folders });
    if (journal.length + begin.length > this.#limit)
      throw new Error(
        "The run changes more than its journal can hold: change fewer files in one run",
      );
    if (fresh.size > 0) await images.sync();
    await journal.append(begin);
    await journal.sync().catch(async (error) => {
      await this.#record({ kind: "rolled-back", index: about.index, by: "run", left: [] }); // It never began.
      throw error;
    });
    for (const hash of fresh) this.#known.add(hash);
  }

  /** Appends a record that `recover` can do without, because it compares the files. */
  async #record(record: JournalRecord): Promise<void> {
    try {
      await this.#open?.journal.append(writeRecord(record));
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error(String(error));
    }
  }
}
