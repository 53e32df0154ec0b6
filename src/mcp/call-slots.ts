import { ToolError } from "../model/tool-error.ts";

/** A call that waits for its turn. */
interface Waiting {
  readonly isWriter: boolean;
  begin(): void;
}

/** The calls that may run at the same time, and those that may wait. */
const [MOST_RUNNING, MOST_WAITING] = [4, 32];

/**
 * The turns of the calls of a client, in the order in which they came: a call that writes runs alone, others a few at a
 * time, and a bounded number waits.
 */
export class CallSlots {
  #running = 0;
  #isWriting = false;
  readonly #waiting: Waiting[] = [];
  #whenIdle: (() => void)[] = [];

  /** Runs a call when it is its turn. Throws a `ToolError` if too many wait, or if the signal fires while it waits. */
  async run<Result>(
    { isWriter, signal }: { readonly isWriter: boolean; readonly signal: AbortSignal },
    call: () => Promise<Result>,
  ): Promise<Result> {
    if (this.#waiting.length >= MOST_WAITING)
      throw new ToolError(`Too many calls: ${MOST_WAITING} wait already. Wait for their answers.`);
    await this.#turn(isWriter, signal);
    try {
      return await call();
    } finally {
      this.#running -= 1;
      this.#isWriting = false;
      this.#next();
    }
  }

  /** Resolves when no call runs. */
  idle(): Promise<void> {
    if (this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenIdle.push(resolve));
  }

  #turn(isWriter: boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new ToolError("The call was cancelled before its turn."));
        this.#next();
      };
      const waiting: Waiting = {
        isWriter,
        begin() {
          signal.removeEventListener("abort", leave);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#next();
    });
  }

  #next(): void {
    for (let [first] = this.#waiting; first && this.#hasRoom(first); [first] = this.#waiting) {
      this.#waiting.shift();
      this.#running += 1;
      this.#isWriting = first.isWriter;
      first.begin();
    }
    if (this.#running > 0) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #hasRoom({ isWriter }: Waiting): boolean {
    if (isWriter) return this.#running === 0;
    return !this.#isWriting && this.#running < MOST_RUNNING;
  }
}
