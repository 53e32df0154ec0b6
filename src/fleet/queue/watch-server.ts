/** The server of a queue is gone for good. */
export class QueueLostError extends Error {
  override readonly name = "QueueLostError";

  constructor() {
    super("The queue has not answered for too long.");
  }
}

/** A look at a server, again and again. */
export interface ServerWatch {
  /** Fires when the server has not answered for too long. */
  readonly lost: AbortSignal;
  stop(): void;
}

/** The settings of a watch; milliseconds. */
interface WatchSettings {
  /** Between two looks. */
  readonly poll: number;
  /** The longest time without an answer. */
  readonly gone: number;
  /** Takes a line for people, when answers stop and when they come again. */
  readonly note: (line: string) => void;
}

/** Looks at a server until it is stopped. Counts looks, and reads no clock: one may jump, and the process may sleep. */
export function watchServer(
  look: () => Promise<unknown>,
  { poll, gone, note }: WatchSettings,
): ServerWatch {
  const lost = new AbortController();
  let missed = 0;
  let isPending = false;
  const answered = () => {
    if (missed > 1) note("The queue answers again.");
    missed = 0;
  };
  const timer = setInterval(() => {
    missed += 1;
    if (missed === 2) note("The queue does not answer; waiting for it.");
    if (missed * poll > gone) lost.abort(new QueueLostError());
    if (isPending) return;
    isPending = true;
    look()
      .then(answered, () => {}) // The count of looks says it.
      .finally(() => {
        isPending = false;
      });
  }, poll);
  return { lost: lost.signal, stop: () => clearInterval(timer) };
}
