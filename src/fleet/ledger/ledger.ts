import { join } from "node:path";
import { JournalFile } from "../../apply/state/journal-file.ts";
import { lineOf } from "../../apply/state/journal-lines.ts";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import type { FleetRound, FleetRow, ListedRepository } from "../../model/fleet/fleet-round.ts";
import { isFinal } from "../../model/fleet/fleet-state.ts";
import { definedOnly } from "../../shared/defined-only.ts";
import { messageOf } from "../../shared/message-of.ts";
import { LedgerError } from "./ledger-error.ts";
import type { LedgerRecord, NewRecord } from "./ledger-record.ts";
import { FoldedRound, LEDGER_FILE, type LedgerReading } from "./read-ledger.ts";

/** A new state of a repository. */
export type Transition = Pick<FleetRow, "state" | "reason" | "commit" | "pulls">;

/** A round that begins. */
interface NewRound {
  readonly round: number;
  readonly fleet: string;
  readonly repositories: readonly ListedRepository[];
}

/**
 * The ledger of a fleet, open for writing by one process. It only grows, a line a transition; a final state is on the
 * disk before anything else happens.
 */
export class Ledger {
  readonly #file: JournalFile;
  readonly #now: () => number;
  readonly #folded: FoldedRound;
  #sequence: number;
  #last: Promise<unknown> = Promise.resolve();
  #failure: LedgerError | undefined;

  private constructor(file: JournalFile, state: OpenLedger) {
    this.#file = file;
    this.#now = state.now;
    this.#folded = state.folded;
    this.#sequence = state.sequence;
  }

  /** Begins a round: a new ledger takes the place of the old one, at once. `now` is only for people. */
  static async begin(folder: string, round: NewRound, now: () => number): Promise<Ledger> {
    const record: LedgerRecord = {
      ...{ kind: "round", formatVersion: "1.0", sequence: 1, at: timeAt(now) },
      ...round,
    };
    const folded = new FoldedRound();
    folded.add(record);
    const line = lineOf(record);
    await inWords(keepRunFile(folder, LEDGER_FILE, line));
    return Ledger.#open(folder, Buffer.byteLength(line), { now, folded, sequence: 1 });
  }

  /** Goes on with a ledger that was read. A damaged rest is cut off first, and its transitions are done again. */
  static async resume(
    folder: string,
    { records, length, damagedLine }: LedgerReading,
    now: () => number,
  ): Promise<Ledger> {
    const folded = new FoldedRound();
    for (const record of records) folded.add(record);
    if (damagedLine !== undefined)
      await inWords(keepRunFile(folder, LEDGER_FILE, records.map(lineOf).join("")));
    return Ledger.#open(folder, length, { now, folded, sequence: records.length });
  }

  static async #open(folder: string, length: number, state: OpenLedger): Promise<Ledger> {
    return new Ledger(await inWords(JournalFile.open(join(folder, LEDGER_FILE), length)), state);
  }

  /** The round as it is now. */
  get round(): FleetRound {
    if (this.#folded.round === undefined) throw new Error("A ledger begins with a round.");
    return this.#folded.round;
  }

  /** Notes a state. It is on the disk if it is final; a lost one on the way costs only work. */
  async move(repository: string, transition: Transition): Promise<void> {
    const { state, reason, commit, pulls } = transition;
    const optional = definedOnly({ reason, commit, pulls });
    await this.#write({ kind: "state", repository, state, ...optional }, isFinal(state));
  }

  /** Adds repositories that the fleet file has since. */
  async join(repositories: readonly ListedRepository[]): Promise<void> {
    await this.#write({ kind: "joined", repositories }, true);
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#file.close();
  }

  /** Writes in the order of the calls. After a failure nothing is written any more. */
  #write(record: NewRecord, isDurable: boolean): Promise<void> {
    const written = this.#last.then(async () => {
      if (this.#failure !== undefined) throw this.#failure;
      const whole = { ...record, sequence: this.#sequence + 1, at: timeAt(this.#now) };
      try {
        if (!this.#file.isInPlace()) throw new Error(`${this.#file.path} was removed or replaced`);
        await this.#file.append(lineOf(whole));
        if (isDurable) await this.#file.sync();
      } catch (error) {
        this.#failure = unwritten(error);
        throw this.#failure;
      }
      this.#sequence += 1;
      this.#folded.add(whole);
    });
    this.#last = written.catch(() => undefined); // The caller gets the error.
    return written;
  }
}

interface OpenLedger {
  readonly now: () => number;
  readonly folded: FoldedRound;
  readonly sequence: number;
}

function timeAt(now: () => number): string {
  return new Date(now()).toISOString();
}

async function inWords<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw unwritten(error);
  });
}

function unwritten(error: unknown): LedgerError {
  return new LedgerError(`The ledger cannot be written: ${messageOf(error)}.`, { cause: error });
}
