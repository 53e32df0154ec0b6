import { releaseTrees } from "../../edit/tree-memory.ts";
import type { SearchSettings } from "../../model/search-settings.ts";
import type { Workspace } from "../../model/workspace.ts";
import { type FileLook, type LookParams, lookAtFile } from "./look-at-file.ts";
import { LookPool } from "./look-pool.ts";
import { canSieve, sieveFiles } from "./native-sieve.ts";
import type { PossibleFile } from "./sift-file.ts";

/** A file to look at, and who is told what it came to. */
interface Look {
  readonly file: PossibleFile;
  readonly onLook: (look: FileLook) => void;
}

/** Up to so much text in all is looked at here: threads would start later than it is done. */
const INLINE_SIZE = 150_000;

/** Text that is sieved at a time; UTF-16 code units. */
const SIEVE_SIZE = 3_000_000;

/** So many files have to be looked at before it is known whether most of them match. */
const SAMPLE = 48;

/** What the looks at the files of a call need. */
export interface LookersContext {
  readonly params: LookParams;
  readonly search: SearchSettings;
  readonly workspace: Workspace;
  /** Lets signals and timers through; throws where one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/**
 * Has files looked at in the way that is fastest for what turns up: a few of them here, many on threads;
 * and where most of them come to nothing, only those in which the engine, which is quicker at searching alone,
 * finds a match. What they come to is the same in each way.
 */
export class FileLookers {
  readonly #context: LookersContext;
  readonly #waiting: Look[] = [];
  readonly #unsieved: Look[] = [];
  #waitingSize = 0;
  #unsievedSize = 0;
  #looked = 0;
  #matched = 0;
  #pool: LookPool | undefined;

  constructor(context: LookersContext) {
    this.#context = context;
  }

  /** Takes a file in, and waits where too much is under way. */
  async add(file: PossibleFile, onLook: (look: FileLook) => void): Promise<void> {
    const look = { file, onLook };
    if (!this.#isSieveWorthwhile() || !canSieve(file)) return this.#look(look);
    this.#unsieved.push(look);
    this.#unsievedSize += file.source.text.length;
    if (this.#unsievedSize >= SIEVE_SIZE) await this.#sieve();
  }

  /** Waits until every file was looked at. */
  async finish(): Promise<void> {
    await this.#sieve();
    for (const { file, onLook } of this.#waiting.splice(0)) {
      const { params, letThrough } = this.#context;
      onLook(await lookAtFile(file.source, file.ops.ops, params, { room: Infinity, letThrough }));
      await releaseTrees(2 * file.source.text.length);
      await letThrough();
    }
    await this.#pool?.drain();
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }

  #isSieveWorthwhile(): boolean {
    return this.#looked >= SAMPLE && this.#matched * 4 < this.#looked;
  }

  async #look(look: Look): Promise<void> {
    const { threads } = this.#context.search;
    const size = look.file.source.text.length;
    const isMuch = this.#waitingSize + size > INLINE_SIZE;
    if (this.#pool === undefined && threads !== undefined && isMuch)
      this.#pool = new LookPool(threads, this.#context.params);
    this.#waitingSize += size;
    this.#waiting.push(look);
    if (this.#pool === undefined) return;
    for (const { file, onLook } of this.#waiting.splice(0)) {
      await this.#pool.add({
        source: file.source,
        key: file.ops.key,
        ops: file.ops.ops,
        onLook: (found) => {
          this.#looked += 1;
          if (found.kind !== "no-match") this.#matched += 1;
          onLook(found);
        },
      });
    }
  }

  async #sieve(): Promise<void> {
    const looks = this.#unsieved.splice(0);
    this.#unsievedSize = 0;
    if (looks.length === 0) return;
    const { workspace, letThrough } = this.#context;
    const possible = await sieveFiles(
      looks.map(({ file }) => file),
      workspace,
    );
    await letThrough();
    for (const look of looks) {
      if (possible.has(look.file)) await this.#look(look);
      else {
        this.#looked += 1;
        look.onLook({ kind: "no-match" });
      }
    }
  }
}
