import { shellWord } from "../../shared/shell-word.ts";
import { parseQueueAddress } from "./queue-address.ts";
import type { QueueTimes } from "./queue-times.ts";

/** The queue as a coordinator sees it. */
interface QueueLook {
  /** The jobs without a result. */
  readonly waiting: number;
  /** The jobs that workers have. */
  readonly active: number;
  /** The jobs that are over so far. */
  readonly over: number;
}

/** Finds out that no worker takes jobs. Counts looks, and reads no clock, as the watch of the server does. */
export class WorkerWatch {
  readonly #most: number;
  #idle = 0;
  #over = 0;

  constructor({ alone, poll }: Pick<QueueTimes, "alone" | "poll">) {
    this.#most = Math.ceil(alone / poll);
  }

  /** Returns true once for each time without a worker. */
  isAlone({ waiting, active, over }: QueueLook): boolean {
    const isIdle = waiting > 0 && active === 0 && over === this.#over;
    this.#over = over;
    this.#idle = isIdle ? this.#idle + 1 : 0;
    return this.#idle === this.#most;
  }
}

/** Returns what people do if there is no worker, with the command, and without a password. */
export function aloneLine(
  file: string,
  queue: string,
  { alone }: Pick<QueueTimes, "alone">,
): string {
  const address = parseQueueAddress(queue);
  const isPlain = "shown" in address && address.shown === queue.replace(/\/$/, "");
  const start = `sluice fleet worker ${shellWord(file)}`;
  const command = isPlain ? `${start} --queue ${queue}` : `${start}, with SLUICE_QUEUE as here`;
  return `No worker has taken a job for ${alone / 1000} s. Start one, on any machine: ${command}`;
}
