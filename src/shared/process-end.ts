/** How long what still runs at the end is waited for; milliseconds. */
const PATIENCE = 1000;

/**
 * Sees to the end of a process in which code of recipes runs: what such code throws when nobody waits for it is
 * told, and makes an exit code of 0 or 4 a 1; and what it leaves running does not keep the process alive.
 */
export class ProcessEnd {
  readonly #process: NodeJS.Process;
  #hasStray = false;

  constructor(target: NodeJS.Process) {
    this.#process = target;
    target.on("uncaughtException", (error: unknown) => {
      this.#hasStray = true;
      target.exitCode = 70; // Unless the run comes to its own end.
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      target.stderr.write(`sluice: code that nobody waits for has failed: ${detail}\n`);
    });
  }

  /** The run is over. */
  finish(exitCode: number): void {
    const isBetter = exitCode === 0 || exitCode === 4;
    this.#process.exitCode = this.#hasStray && isBetter ? 1 : exitCode;
    this.#endSoon();
  }

  /** By itself, if nothing else runs; otherwise once the outputs are written. */
  #endSoon(): void {
    const { stdout, stderr } = this.#process;
    setTimeout(() => {
      if (stdout.writableLength + stderr.writableLength === 0) this.#process.exit();
      else this.#endSoon();
    }, PATIENCE).unref();
  }
}
