import type { QueueServer } from "./open-server.ts";

/** The jobs that are over, and are removed from the server. */
export class OverJobs {
  readonly #server: QueueServer;
  /** Those that a worker had not given back yet. */
  readonly #rest = new Set<string>();
  /** The number of jobs that are over. */
  count = 0;

  constructor(server: QueueServer) {
    this.#server = server;
  }

  /** A server that does not answer removes the job after a while. */
  async forget(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    this.count += 1;
    await this.#server.jobs.remove(id).catch(() => this.#rest.add(id));
  }

  async forgetRest(): Promise<void> {
    const { lost } = this.#server;
    if (!lost.aborted) await Promise.all([...this.#rest].map((id) => this.forget(id)));
  }
}
