import { releaseTrees } from "../../../edit/engine/tree-memory.ts";
import type { Workspace } from "../../../model/workspace.ts";
import { waitUnlessAborted } from "../../../shared/process/wait-unless-aborted.ts";
import { prefilterNatively } from "./native-prefilter.ts";
import type { PossibleFile } from "./possible-file.ts";
import type { FileResult } from "./read-searchable.ts";

/** A file, and who is told what it came to. */
export interface FileToSearch {
  readonly file: PossibleFile;
  readonly onLook: (result: FileResult) => void;
}

/** Text that is sieved at a time, in bytes, and how many sieves may be at work. */
const SIEVE_SIZE = 2_000_000;
const SIEVES = 2;

/** What the sieves need. */
interface PrefilterContext {
  readonly workspace: Pick<Workspace, "isUnchanged">;
  readonly signal: AbortSignal;
  /** Lets signals and timers through; throws where one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
  /** Takes a file in which there is a match. */
  readonly onMatch: (look: FileToSearch) => Promise<void>;
}

/** Has the engine search files by itself, some at a time: in those without a match nothing is to be done. */
export class PrefilterQueue {
  readonly #context: PrefilterContext;
  readonly #waiting: FileToSearch[] = [];
  readonly #sieves = new Set<Promise<void>>();
  readonly #faults: unknown[] = [];
  #waitingSize = 0;
  #sieved = 0;
  #matching = 0;

  constructor(context: PrefilterContext) {
    this.#context = context;
  }

  /** How many files were sieved, and how many of them have a match. */
  get counts(): { readonly sieved: number; readonly matching: number } {
    return { sieved: this.#sieved, matching: this.#matching };
  }

  /** Takes a file in, and waits where too much is under way. Throws where the search ends. */
  async add(look: FileToSearch): Promise<void> {
    look.file.letGo();
    this.#waiting.push(look);
    this.#waitingSize += look.file.size;
    if (this.#waitingSize < SIEVE_SIZE) return;
    while (this.#sieves.size >= SIEVES) await this.#waitForOne();
    this.#start();
  }

  /** Waits until every file was sieved. Throws where that failed, or the search ends. */
  async finish(): Promise<void> {
    this.#start();
    while (this.#sieves.size > 0) await this.#waitForOne();
    if (this.#faults.length > 0) throw this.#faults[0];
  }

  /** Waits until nothing is under way; one that is when the search ends comes to nothing. */
  close(): Promise<void> {
    return waitUnlessAborted(Promise.all(this.#sieves), this.#context.signal);
  }

  async #waitForOne(): Promise<void> {
    await waitUnlessAborted(Promise.race(this.#sieves), this.#context.signal);
    await this.#context.letThrough();
  }

  /** Its end is waited for by `finish`; what goes wrong with it is told there. */
  #start(): void {
    const looks = this.#waiting.splice(0);
    this.#waitingSize = 0;
    if (looks.length === 0) return;
    const sieve: Promise<void> = this.#sieve(looks)
      .catch((error: unknown) => {
        this.#faults.push(error);
      })
      .finally(() => this.#sieves.delete(sieve));
    this.#sieves.add(sieve);
  }

  async #sieve(looks: readonly FileToSearch[]): Promise<void> {
    const { workspace, letThrough, onMatch } = this.#context;
    const files = looks.map(({ file }) => file);
    const matching = await prefilterNatively(files, workspace);
    await letThrough();
    this.#sieved += looks.length;
    this.#matching += matching.size;
    await releaseTrees(files.reduce((sum, { size }) => sum + size, 0));
    for (const look of looks) {
      if (matching.has(look.file)) await onMatch(look);
      else look.onLook({ kind: "no-match" });
    }
  }
}
