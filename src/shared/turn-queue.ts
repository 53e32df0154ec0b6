import type { Turn, Turns } from "../model/workspace.ts";

/** Turns in the order in which they are asked for: each begins when the one before is released. */
export class TurnQueue implements Turns {
  #last: Promise<void> = Promise.resolve();

  async take(): Promise<Turn> {
    const before = this.#last;
    let release: Turn["release"] = () => undefined;
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return { release };
  }
}
