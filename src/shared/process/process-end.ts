import { Console } from "node:console";

/** How long what still runs at the end is waited for; milliseconds. */
const PATIENCE = 1000;

/** A fault of Sluice itself. */
const FAULT = 70;

/**
 * Sees to the end of a process in which code of recipes may run. What such code throws when nobody waits for it is
 * told, and makes an exit code of 0 or 4 a 1; without such code it is a fault of our own. What it leaves running
 * does not keep the process alive; and a process that ends before its work is done does not end as if it were.
 */
export class ProcessEnd {
  readonly #target: NodeJS.Process;
  readonly #runsForeignCode: boolean;
  #hasStray = false;
  /** Of the work; undefined until it is done. */
  #exitCode: number | undefined;

  constructor(target: NodeJS.Process, { runsForeignCode }: { readonly runsForeignCode: boolean }) {
    this.#target = target;
    this.#runsForeignCode = runsForeignCode;
    // Standard output carries the product.
    if (runsForeignCode) globalThis.console = new Console(target.stderr);
    target.exitCode = FAULT;
    target.on("uncaughtException", (error: unknown) => {
      this.#hasStray = true;
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      target.stderr.write(`sluice: code that nobody waits for has failed: ${detail}\n`);
      this.#settle();
    });
    target.on("exit", () => {
      if (this.#exitCode !== undefined) return;
      target.exitCode = FAULT; // Also where code of a recipe has asked for another one.
      target.stderr.write("sluice: ended before its work was done.\n");
    });
  }

  /** The work is done. */
  finish(exitCode: number): void {
    this.#exitCode = exitCode;
    this.#settle();
    this.#endSoon();
  }

  #settle(): void {
    if (this.#exitCode === undefined) return;
    const isBetter = this.#exitCode === 0 || this.#exitCode === 4;
    const worse = this.#runsForeignCode ? (isBetter ? 1 : this.#exitCode) : FAULT;
    this.#target.exitCode = this.#hasStray ? worse : this.#exitCode;
  }

  /** By itself, if nothing else runs; otherwise once the outputs are written. */
  #endSoon(): void {
    const { stdout, stderr } = this.#target;
    setTimeout(() => {
      if (stdout.writableLength + stderr.writableLength === 0) this.#target.exit();
      else this.#endSoon();
    }, PATIENCE).unref();
  }
}
