/** A time that passes only while all jobs wait: for it, or for a server that waits for it. */
export interface VirtualTime {
  /** As that of a world. */
  readonly after: (milliseconds: number) => AbortSignal;
  /** For the server: counts as the wait of the job that asked it. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs jobs at the same time until all are over. */
  readonly run: <T>(jobs: readonly (() => Promise<T>)[]) => Promise<readonly T[]>;
}

interface Wait {
  readonly at: number;
  readonly end: () => void;
}

export function virtualTime(): VirtualTime {
  let [now, alive] = [0, 0];
  const waits = new Set<Wait>();
  const timers = new Set<Wait>();
  const pass = () => {
    if (alive === 0 || waits.size < alive) return;
    const next = [...waits].reduce((a, b) => (b.at < a.at ? b : a));
    now = next.at;
    waits.delete(next);
    for (const timer of timers) if (timer.at <= now) timer.end();
    next.end();
  };
  const wait = (at: number, end: () => void) => {
    waits.add({ at, end });
    setImmediate(pass);
  };
  return {
    after(milliseconds) {
      const controller = new AbortController();
      const { signal } = controller;
      const timer = { at: now + milliseconds, end: () => end() };
      const end = () => {
        timers.delete(timer);
        controller.abort();
      };
      timers.add(timer);
      // Whoever listens waits for it, and for nothing else.
      const listen = signal.addEventListener.bind(signal);
      signal.addEventListener = (...args: Parameters<typeof listen>) => {
        listen(...args);
        if (!signal.aborted) wait(timer.at, end);
      };
      return signal;
    },
    sleep: (milliseconds) => new Promise((resolve) => wait(now + milliseconds, resolve)),
    async run(jobs) {
      alive = jobs.length;
      return await Promise.all(
        jobs.map(async (job) => {
          try {
            return await job();
          } finally {
            alive -= 1;
            setImmediate(pass);
          }
        }),
      );
    },
  };
}
