import { Console } from "node:console";
import { exitOf, withFailure } from "../../model/exit-code.ts";

/** Milliseconds between the end of the work and the end of the process, if something still runs. */
const PATIENCE = 1000;

/** A fault of Sluice itself. */
const FAULT = exitOf({ isFault: true }).exitCode;

/**
 * Ends a process in which code of recipes may run: work that such code leaves running does not keep the process alive.
 * A process that ends before its own work is done ends with 70.
 */
export class ProcessEnd {
  readonly #target: NodeJS.Process;
  readonly #runsForeignCode: boolean;
  #hasStray = false;
  /** The exit code of the work; undefined until it is done. */
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
      target.stderr.write(`sluice: unhandled error: ${detail}\n`);
      this.#settle();
    });
    target.on("exit", () => {
      if (this.#exitCode !== undefined) return;
      target.exitCode = FAULT; // Also if code of a recipe has set another one.
      target.stderr.write("sluice: ended before its work was done.\n");
    });
  }

  /** Ends the process with the exit code of its work. */
  finish(exitCode: number): void {
    this.#exitCode = exitCode;
    this.#settle();
    this.#endSoon();
  }

  /** An unhandled error of code of a recipe makes of 0 or 4 a 1; without such code it is a fault of Sluice. */
  #settle(): void {
    if (this.#exitCode === undefined) return;
    const worse = this.#runsForeignCode ? withFailure(this.#exitCode) : FAULT;
    this.#target.exitCode = this.#hasStray ? worse : this.#exitCode;
  }

  /** Ends a process that does not end by itself, once its outputs are written. */
  #endSoon(): void {
    const { stdout, stderr } = this.#target;
    setTimeout(() => {
      if (stdout.writableLength + stderr.writableLength === 0) this.#target.exit();
      else this.#endSoon();
    }, PATIENCE).unref();
  }
}
