import { join } from "node:path";
import { parseLines, type ReadLines } from "../../apply/state/journal-lines.ts";
import { readBounded } from "../../files/read-bounded.ts";
import type { FleetRound, FleetRow } from "../../model/fleet/fleet-round.ts";
import { LedgerError } from "./ledger-error.ts";
import { type LedgerRecord, ledgerRecordSchema } from "./ledger-record.ts";

/** The name of the ledger in the state folder of a fleet. */
export const LEDGER_FILE = "ledger.jsonl";

/** Far more than a round of the most repositories takes; bytes. */
const MAX_LEDGER = 511 * 1024 * 1024;

/** The ledger of a fleet that was read. */
export interface LedgerReading extends ReadLines<LedgerRecord> {
  /** Undefined without a round. */
  readonly round: FleetRound | undefined;
}

/**
 * Reads the ledger in a state folder. Returns undefined if there is none; throws a `LedgerError` if it cannot be read.
 */
export async function readLedger(folder: string): Promise<LedgerReading | undefined> {
  const path = join(folder, LEDGER_FILE);
  const read = await readBounded(path, MAX_LEDGER);
  if (read.kind === "missing") return undefined;
  if (read.kind === "bytes") return parseLedger(read.bytes);
  const why = { "not-a-file": "is not a file: remove it", "too-large": "is too large" };
  throw new LedgerError(`${path} ${read.kind === "unreadable" ? read.why : why[read.kind]}.`);
}

/** Parses a ledger. A record out of order counts as damaged, and so does one about no repository of the round. */
function parseLedger(bytes: Uint8Array): LedgerReading {
  let sequence = 0;
  const folded = new FoldedRound();
  const lines = parseLines(bytes, (raw) => {
    const record = ledgerRecordSchema().safeParse(raw).data;
    if (record?.sequence !== sequence + 1 || !folded.add(record)) return undefined;
    sequence += 1;
    return record;
  });
  return { ...lines, round: folded.round };
}

/** The rows of a round while records are added. */
export class FoldedRound {
  round: FleetRound | undefined;
  readonly #rows = new Map<string, FleetRow>();

  /** Returns false for a record that does not fit. */
  add(record: LedgerRecord): boolean {
    switch (record.kind) {
      case "round": {
        if (this.round !== undefined) return false;
        const { round, fleet, at } = record;
        this.#queue(record);
        this.round = { round, fleet, startedAt: at, rows: this.#rows };
        return true;
      }
      case "joined":
        this.#queue(record);
        return this.round !== undefined;
      case "state": {
        const { repository, state, reason, commit, pulls, at } = record;
        const row = this.#rows.get(repository);
        if (row === undefined) return false;
        // A commit and pull requests are known until the repository is queued again.
        const known = state === "queued" ? {} : { commit: row.commit, pulls: row.pulls };
        const next = { commit: commit ?? known.commit, pulls: pulls ?? known.pulls };
        this.#rows.set(repository, { repository: row.repository, state, reason, at, ...next });
        return true;
      }
    }
  }

  #queue({
    repositories,
    at,
  }: Pick<Extract<LedgerRecord, { kind: "round" }>, "repositories" | "at">) {
    for (const repository of repositories)
      this.#rows.set(repository.name, { repository, state: "queued", at });
  }
}
