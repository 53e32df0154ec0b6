import { join } from "node:path";
import type { FileWrite } from "../../apply/disk/file-write.ts";
import type { ProofRecord } from "../../apply/state/journal-record.ts";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import { keepCommits } from "../../apply/state/kept-commits.ts";
import { type KeptStaged, keepStaged } from "../../apply/state/kept-staged.ts";
import { LinesFile } from "../../apply/state/lines-file.ts";
import type { PastRun } from "../../apply/state/read-run.ts";
import { COMMIT_FOLDER, RUN_FILES } from "../../apply/state/run-folder.ts";
import type { CommitExtent } from "../../apply/transaction/begin-line.ts";
import type { RunJournal } from "../../apply/transaction/run-journal.ts";
import type { Report } from "../../model/report/report.ts";
import type { CommitNote, CommitPart, TextChange } from "../../model/workspace.ts";
import { jsonPieces } from "../../shared/json/json-pieces.ts";
import { foldersOfDeleted, rewritingOf } from "./deleted-files.ts";
import { type HeldPlan, keepHeld } from "./keep-held.ts";

/** The things to keep of a run that has ended, beside its report. */
interface KeptEnd {
  readonly held?: HeldPlan | undefined;
  /** What it did, as the text of a plan. */
  readonly plan?: string | undefined;
  /** Notes in other runs what this run wrote for them. */
  readonly note?: (() => Promise<void>) | undefined;
}

/** The most that is kept of what the programs of a run print; UTF-16 units. */
const MOST_PRINTED = 64 << 20;

/** Writes for a run: its transactions, its transcript, and at the end its report and what it held. */
export class RunWriter {
  readonly #journal: RunJournal;
  readonly #awaited = new Map<string, readonly string[]>();
  readonly #transcript: LinesFile;
  readonly #printed: LinesFile;
  #printedLength = 0;
  #hasKeptHeld = false;
  #writes = 0;

  constructor(journal: RunJournal) {
    this.#journal = journal;
    this.#transcript = new LinesFile("transcript", () => journal.keep());
    this.#printed = new LinesFile("printed", () => journal.keep());
  }

  /** True if the held actions are on the disk, so that they can be resolved. */
  get hasKeptHeld(): boolean {
    return this.#hasKeptHeld;
  }

  /** The writes that were begun so far, also those by code of a recipe. */
  get writes(): number {
    return this.#writes;
  }

  /**
   * Notes the checks that have to prove an action, before it is written. Its transaction names them: a recovery finds
   * out if the run was killed before they had proved it.
   */
  awaitChecks(id: string, checks: readonly { readonly name: string }[]): void {
    const names = checks.map(({ name }) => name);
    if (names.length > 0) this.#awaited.set(id, names);
  }

  /** Notes that a check has proved actions that were written, or has to prove them again. */
  noteProof(proof: ProofRecord): Promise<void> {
    return this.#journal.noteProof(proof);
  }

  /** Writes all changes or none, under a note of the action that they are made for; see {@link RunJournal.commit}. */
  async commit(
    changes: readonly TextChange[],
    note: CommitNote,
    parts?: readonly CommitPart[],
  ): Promise<void> {
    const withChecks = (one: CommitNote) => ({ ...one, checks: this.#awaited.get(one.id) });
    const noted = parts?.map((part) => ({ ...part, note: withChecks(part.note) }));
    const emptied = foldersOfDeleted(changes);
    this.#writes += 1;
    await this.#journal.commit(changes, withChecks(note), { emptied, parts: noted });
  }

  /**
   * Writes files of the run again, all or none: `takesBack` names the actions that do not stand any longer, and `parts`
   * those that stand again. Folders that the run made for files which it removes now go, too, and so do those that a
   * file leaves empty which it deletes again.
   */
  async rewrite(
    writes: readonly FileWrite[],
    note: CommitNote,
    { takesBack, parts }: Required<Pick<CommitExtent, "takesBack" | "parts">>,
  ): Promise<void> {
    const { records = [] } = this.#journal.past() ?? {};
    this.#writes += 1;
    const { writes: rewrites, emptied } = rewritingOf(writes, records);
    await this.#journal.commit(rewrites, note, { emptied, takesBack, parts });
  }

  /** Returns a function that reads the texts of the transactions so far, by their hashes. */
  textOf(): (hash: string) => string | undefined {
    let past: PastRun | undefined;
    return (hash) => {
      past ??= this.#journal.past();
      return past?.texts.find(hash);
    };
  }

  /** Keeps the ids of commits that are about to be made; those that were not made go at the end, or by a recovery. */
  async noteCommits(ids: readonly string[]): Promise<void> {
    await keepCommits(await this.#journal.keep(), ids);
  }

  /** Keeps what the run is about to stage, for `undo` and for a recovery. */
  async noteStaged(changes: readonly KeptStaged[]): Promise<void> {
    await keepStaged(await this.#journal.keep(), changes);
  }

  /** Returns a path for the files of git while it makes commits; a recovery removes what a killed run leaves there. */
  async commitFolder(): Promise<string> {
    return join(await this.#journal.keep(), COMMIT_FOLDER);
  }

  /** Notes that code of a recipe is about to apply an action: the files that it writes are unknown. */
  noteForeign(note: CommitNote): Promise<void> {
    this.#writes += 1;
    return this.#journal.noteForeign(note);
  }

  /** Appends a line to the transcript of the run. Returns at once; see {@link transcribed}. */
  transcribe(line: string): void {
    this.#transcript.append(line);
  }

  /** Waits until every line so far is in the transcript. Returns why one could not be written, if so. */
  transcribed(): Promise<string | undefined> {
    return this.#transcript.appended();
  }

  /** Keeps a line that a program of a step has printed, up to a limit for the run. Returns at once. */
  keepPrinted(owner: { readonly recipe: string; readonly step: string }, line: string): void {
    if (this.#printedLength > MOST_PRINTED) return;
    this.#printedLength += line.length;
    const isOver = this.#printedLength > MOST_PRINTED;
    const { recipe, step } = owner;
    const text = isOver ? "[Sluice keeps no more of this run.]" : line;
    this.#printed.append(`${JSON.stringify({ recipe, step, text })}\n`);
  }

  /** Waits until all that programs printed is kept. Returns why it could not be, if so. */
  printed(): Promise<string | undefined> {
    return this.#printed.appended();
  }

  /**
   * Keeps the report of a run that wrote, that held something, or that may be published. Returns why the run is not in
   * order, if so.
   */
  async end(report: Report, { held, plan, note }: KeptEnd = {}): Promise<string | undefined> {
    await Promise.all([this.#transcript.close(), this.#printed.close()]);
    const isKept = this.#journal.folder !== undefined || (held ?? plan) !== undefined;
    if (!isKept) return this.#journal.close();
    const folder = await this.#journal.keep();
    try {
      await keepRunFile(folder, RUN_FILES.report, keptPieces(report));
      await keepCommits(
        folder,
        (report.commits ?? []).flatMap(({ sha }) => sha ?? []),
      );
      if (held !== undefined) await keepHeld(folder, held, this.textOf());
      this.#hasKeptHeld = held !== undefined;
      if (plan !== undefined) await keepRunFile(folder, RUN_FILES.plan, plan);
      await note?.();
    } catch (error) {
      await this.#journal.abandon();
      throw error;
    }
    return this.#journal.close();
  }
}

function* keptPieces(report: Report): Generator<string, void> {
  yield* jsonPieces(report, 2, (part, indent) => JSON.stringify(part, null, indent));
  yield "\n";
}
