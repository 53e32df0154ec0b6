import { isStackHungry } from "../../edit/find-matching-files.ts";
import { releaseTrees } from "../../edit/tree-memory.ts";
import type { SearchSettings } from "../../model/search-settings.ts";
import type { Workspace } from "../../model/workspace.ts";
import {
  type FileLook,
  type LookOptions,
  type LookParams,
  lookAtFile,
  type SourceText,
} from "./look-at-file.ts";
import { type LookJob, LookPool } from "./look-pool.ts";
import { canSieve, sieveFiles } from "./native-sieve.ts";
import type { PossibleFile } from "./possible-file.ts";
import type { FileResult } from "./read-searchable.ts";

type OnLook = (result: FileResult) => void;

/** A file to sieve, and who is told what it came to. */
interface Look {
  readonly file: PossibleFile;
  readonly onLook: OnLook;
}

/** A file to look at. */
interface ReadyLook extends Look {
  readonly source: SourceText;
}

/** Up to so much text in all is looked at here: threads would start later than it is done. */
const INLINE_SIZE = 150_000;

/** Text that is sieved at a time, and how many sieves may be at work; UTF-16 code units. */
const SIEVE_SIZE = 2_000_000;
const SIEVES = 2;

/** So many files have to be seen before it is said what most of them are like. */
const SAMPLE = 64;

/** What the looks at the files of a call need. */
export interface LookersContext {
  readonly params: LookParams;
  readonly search: SearchSettings;
  readonly workspace: Workspace;
  /** Lets signals and timers through; throws where one of them ends the search (A22). */
  readonly letThrough: () => Promise<void>;
}

/**
 * Has files looked at in the way that is fastest for what turns up: a few of them here, many on threads; and
 * where most files of the tree have to be parsed, only those in which the engine, which is quicker at
 * searching alone, finds a match, unless most of them have one. What they come to is the same in each way.
 */
export class FileLookers {
  readonly #context: LookersContext;
  readonly #waiting: ReadyLook[] = [];
  readonly #unsieved: Look[] = [];
  readonly #sieves = new Set<Promise<void>>();
  readonly #faults: unknown[] = [];
  #waitingSize = 0;
  #unsievedSize = 0;
  #seen = 0;
  #possible = 0;
  #sieved = 0;
  #matching = 0;
  #pool: LookPool | undefined;

  constructor(context: LookersContext) {
    this.#context = context;
  }

  /** A file that needs no look. */
  pass(): void {
    this.#seen += 1;
  }

  /** Takes a file in, and waits where too much is under way. */
  async add(file: PossibleFile, onLook: OnLook): Promise<void> {
    this.#seen += 1;
    this.#possible += 1;
    const look = { file, onLook };
    if (!this.#isSieveWorthwhile() || !canSieve(file)) return this.#look(look);
    file.letGo();
    this.#unsieved.push(look);
    this.#unsievedSize += file.size;
    if (this.#unsievedSize < SIEVE_SIZE) return;
    while (this.#sieves.size >= SIEVES) await Promise.race(this.#sieves);
    this.#startSieve();
  }

  /** Waits until every file was looked at. */
  async finish(): Promise<void> {
    this.#startSieve();
    while (this.#sieves.size > 0) {
      await Promise.race(this.#sieves);
      await this.#context.letThrough();
    }
    if (this.#faults.length > 0) throw this.#faults[0];
    for (const { source, file, onLook } of this.#waiting.splice(0))
      onLook(await this.#lookNow({ source, ops: file.ops.ops }));
    await this.#pool?.drain();
  }

  /** Looks at a file on this thread. */
  async #lookNow({ source, ops }: Pick<LookJob, "source" | "ops">): Promise<FileLook> {
    const { params, letThrough } = this.#context;
    const look = await lookAtFile(source, ops, params, { room: Infinity, letThrough });
    await releaseTrees(2 * source.text.length);
    await letThrough();
    return look;
  }

  async close(): Promise<void> {
    await Promise.all(this.#sieves);
    await this.#pool?.close();
  }

  #isSieveWorthwhile(): boolean {
    const isUnselective = this.#seen >= SAMPLE && this.#possible * 2 > this.#seen;
    return isUnselective && !(this.#sieved >= SAMPLE && this.#matching * 2 > this.#sieved);
  }

  async #look({ file, onLook }: Look): Promise<void> {
    const source = file.take();
    if ("kind" in source) {
      onLook(source);
      return;
    }
    const threads = isStackHungry(file.ops.ops) ? undefined : this.#context.search.threads;
    const size = source.text.length;
    if (threads === undefined && this.#pool !== undefined) {
      onLook(await this.#lookNow({ source, ops: file.ops.ops }));
      return;
    }
    const isMuch = this.#waitingSize + size > INLINE_SIZE;
    if (this.#pool === undefined && threads !== undefined && isMuch)
      this.#pool = new LookPool(threads, this.#context.params, {
        lookHere: (job) => this.#lookNow(job),
        letThrough: this.#context.letThrough,
      });
    this.#waitingSize += size;
    this.#waiting.push({ file, onLook, source });
    if (this.#pool === undefined) return;
    for (const { source: text, file: next, onLook: tell } of this.#waiting.splice(0))
      await this.#pool.add({ source: text, key: next.ops.key, ops: next.ops.ops, onLook: tell });
  }

  /** Its end is waited for by `finish`; what goes wrong with it is told there. */
  #startSieve(): void {
    const looks = this.#unsieved.splice(0);
    this.#unsievedSize = 0;
    if (looks.length === 0) return;
    const sieve: Promise<void> = this.#sieve(looks)
      .catch((error: unknown) => {
        this.#faults.push(error);
      })
      .finally(() => this.#sieves.delete(sieve));
    this.#sieves.add(sieve);
  }

  async #sieve(looks: readonly Look[]): Promise<void> {
    const files = looks.map(({ file }) => file);
    const matching = await sieveFiles(files, this.#context.workspace);
    this.#sieved += looks.length;
    this.#matching += matching.size;
    await releaseTrees(files.reduce((sum, { size }) => sum + size, 0));
    for (const look of looks) {
      if (matching.has(look.file)) await this.#look(look);
      else look.onLook({ kind: "no-match" });
    }
  }
}

/** Looks at one file on this thread. */
export async function lookHere(
  file: PossibleFile,
  params: LookParams,
  options: LookOptions,
): Promise<FileResult> {
  const source = file.take();
  if ("kind" in source) return source;
  const look = await lookAtFile(source, file.ops.ops, params, options);
  await releaseTrees(2 * source.text.length);
  return look;
}
