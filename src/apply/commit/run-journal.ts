import type { LeftFile } from "../../model/past/recovered-run.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { FileWrite } from "../disk/file-write.ts";
import { type ActionNote, type JournalRecord, writeRecord } from "../state/journal-record.ts";
import { type JournalledRun, type OpenJournal, openJournal } from "../state/open-journal.ts";
import { MAX_JOURNAL } from "../state/read-run.ts";
import { removeEmptyRun } from "../state/remove-run.ts";
import { closeRunFolder, makeRunFolder, type RunFolder } from "../state/run-folder.ts";
import { refuseAliases } from "./aliases.ts";
import type { CheckedWrites } from "./checked-writes.ts";
import { describeWrites } from "./describe-writes.ts";
import { checkWrites, UnfinishedError, writeChecked } from "./write-files.ts";

/** Below what is read again (`MAX_JOURNAL`): how the last transaction ended must find its place too. */
const WRITTEN_LIMIT = MAX_JOURNAL - 64 * 1024 * 1024;

/**
 * The transactions of one run, with a journal from which each can be taken back: after a crash (`recover`), and
 * later (`undo`). The texts before and the intent are on the disk before the first file is touched. A run that
 * writes nothing leaves nothing behind.
 */
export class RunJournal {
  readonly #root: string;
  readonly #run: JournalledRun;
  #open: OpenJournal | undefined;
  #opening: Promise<OpenJournal> | undefined;
  /** Made, also where the journal could not be opened in it: the next transaction tries again. */
  #folder: RunFolder | undefined;
  readonly #limit: number;
  readonly #isLocked: () => boolean;
  #count = 0;
  /** Hashes of the texts that can be had from the journal: written down, or made by its edits. */
  readonly #known = new Set<string>();
  /** Something could not be put back, or written down: nothing more is written until `recover` has seen to it. */
  #broken: Error | undefined;

  /** `limit` is how large the journal may become; bytes. `isLocked` tells whether the lock is still held. */
  constructor(
    root: string,
    run: JournalledRun,
    {
      limit = WRITTEN_LIMIT,
      isLocked = () => true,
    }: { readonly limit?: number; readonly isLocked?: () => boolean } = {},
  ) {
    this.#root = root;
    this.#run = run;
    this.#limit = limit;
    this.#isLocked = isLocked;
  }

  /** Absolute; undefined where nothing was kept so far. */
  get folder(): string | undefined {
    return this.#open?.folder.path;
  }

  /**
   * Writes all files or none (A19). Throws a `StaleFileError` where a file is not what it is to be (A18), the error of
   * the disk, or an `UnfinishedError` where something could not be put back.
   */
  async commit(writes: readonly FileWrite[], action: ActionNote): Promise<void> {
    this.#refuseBroken();
    if (writes.length === 0) return;
    const checked = await checkWrites(this.#root, writes);
    refuseAliases(checked);
    const index = this.#count;
    this.#count += 1; // Whatever becomes of it: no two transactions of a run have the same.
    const token = sha256(`${this.#run.id} ${index}`).slice(0, 12);
    await this.#begin(checked, { index, token, action });
    let left: readonly LeftFile[] = [];
    try {
      await writeChecked(this.#root, checked, token, (files) => {
        left = files;
      });
    } catch (error) {
      if (error instanceof UnfinishedError) this.#broken = error;
      else await this.#note({ kind: "rolled-back", index, by: "run", left: [...left] });
      throw error;
    }
    for (const { postHash } of writes) if (postHash !== null) this.#known.add(postHash);
    // Not flushed: where it is lost, every file is found to be what it was to become.
    await this.#note({ kind: "done", index, by: "run" });
  }

  /** Code of a recipe is about to apply an action by itself. */
  async noteForeign(action: ActionNote): Promise<void> {
    this.#refuseBroken();
    const { journal } = await this.#opened();
    await journal.append(writeRecord({ kind: "foreign", action }));
    await journal.sync();
  }

  /** Makes sure that there is a folder of the run; answers it, absolute. */
  async keep(): Promise<string> {
    return (await this.#opened()).folder.path;
  }

  /**
   * The run has ended. Answers why it is not in order, where something is left to do: the next command that
   * writes, or `recover`, does it. Throws where the end cannot be written down.
   */
  async close(): Promise<string | undefined> {
    if (!this.#open) {
      // Made, and the journal could not be opened in it.
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

  /** Lets go of the files. The run has not ended: the next command that writes sees to it. */
  async abandon(): Promise<void> {
    await this.#open?.journal.close();
    await this.#open?.images.close();
  }

  #refuseBroken(): void {
    if (!this.#isLocked()) this.#broken ??= new Error("`.sluice/lock` is gone, or another run's");
    else if (this.#open?.journal.isInPlace() === false)
      this.#broken ??= new Error("the journal of the run is gone");
    if (!this.#broken) return;
    const message = `Nothing more is written: ${this.#broken.message}. Run \`sluice recover\`.`;
    throw new UnfinishedError(message, { cause: this.#broken });
  }

  /** Opened once, also where two ask at the same time. */
  async #opened(): Promise<OpenJournal> {
    if (this.#open) return this.#open;
    this.#opening ??= this.#openFirst();
    try {
      return await this.#opening;
    } finally {
      this.#opening = undefined; // What failed is tried again.
    }
  }

  async #openFirst(): Promise<OpenJournal> {
    this.#folder ??= await makeRunFolder(this.#root, this.#run.id);
    this.#open = await openJournal(this.#folder, this.#run);
    return this.#open;
  }

  /** What the transaction means to do, and what it takes to take that back, is on the disk afterwards. */
  async #begin(
    checked: CheckedWrites,
    { index, token, action }: { index: number; token: string; action: ActionNote },
  ): Promise<void> {
    const { journal, images } = await this.#opened();
    const { files, fresh } = await describeWrites(checked, images, this.#known);
    const begin = Buffer.from(
      writeRecord({
        kind: "begin",
        index,
        action,
        token,
        files: [...files],
        folders: [...checked.folders],
      }),
    );
    if (journal.length + begin.length > this.#limit)
      throw new Error("The run changes more than its journal may hold: write less in one run");
    if (fresh.size > 0) await images.sync();
    await journal.append(begin);
    await journal.sync().catch(async (error) => {
      await this.#note({ kind: "rolled-back", index, by: "run", left: [] }); // It never began.
      throw error;
    });
    for (const hash of fresh) this.#known.add(hash);
  }

  /** What is written down afterwards is not needed to be whole: `recover` finds out by itself. */
  async #note(record: JournalRecord): Promise<void> {
    try {
      await this.#open?.journal.append(writeRecord(record));
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error(String(error));
    }
  }
}
