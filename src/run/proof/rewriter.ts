import type { FileWrite } from "../../apply/disk/file-write.ts";
import type { ProofRecord } from "../../apply/state/journal-record.ts";
import type { CommitExtent } from "../../apply/transaction/begin-line.ts";
import type { CommitNote } from "../../model/workspace.ts";

/** Actions that a transaction takes back, and those that stand again by it. */
type Reversal = Required<Pick<CommitExtent, "takesBack" | "parts">>;

/** The part of the writer of a run by which actions are taken back. */
export interface Rewriter {
  /** Writes files of the run again, all or none. */
  rewrite(writes: readonly FileWrite[], note: CommitNote, about: Reversal): Promise<void>;
  /** Notes that a check has proved actions that were written, or has to prove them again. */
  noteProof(proof: ProofRecord): Promise<void>;
  /** Returns a function that reads the texts of the transactions so far, by their hashes. */
  textOf(): (hash: string) => string | undefined;
}
