import type { AheadWrite } from "../../model/action/action-preview.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { CommitNote, CommitTarget } from "../../model/workspace.ts";

/** Changes as they were written, and a sentence about them. */
export interface WrittenChanges {
  readonly text: string;
  readonly changes: readonly FileChange[];
}

/** The action that is applied ahead. */
interface StagedApply {
  /** Returns the note of its commit. */
  readonly noteOf: (reason: string) => CommitNote;
  readonly apply: (note: CommitNote, target: CommitTarget) => Promise<WrittenChanges>;
  readonly takeBack: () => void;
}

/** The outcome of an apply that was done before the action is resolved. It serves one resolve, with the same reason. */
export class AppliedAhead implements AheadWrite {
  readonly #staged: StagedApply;
  #done: { readonly reason: string; readonly written: WrittenChanges } | undefined;
  #fault: Error | undefined;

  constructor(staged: StagedApply) {
    this.#staged = staged;
  }

  async apply(reason: string, target: CommitTarget): Promise<void> {
    const { noteOf, apply } = this.#staged;
    this.#done = { reason, written: await apply(noteOf(reason), target) };
  }

  takeBack(fault?: Error): void {
    this.#done = undefined;
    this.#fault = fault;
    this.#staged.takeBack();
  }

  /**
   * Returns the outcome for a resolve call, and forgets it; undefined if the action was not applied ahead. Throws the
   * fault with which it was taken back.
   */
  take({ reason, extra }: CommitNote): WrittenChanges | undefined {
    if (this.#fault !== undefined) throw this.#fault;
    const done = this.#done;
    this.#done = undefined;
    if (done === undefined) return undefined;
    if (done.reason === reason && extra === undefined) return done.written;
    throw new Error("An action that was written for one reason was resolved for another.");
  }
}
