import { countWhile } from "../../shared/lists/count-while.ts";
import type { Extent } from "../file-names.ts";
import type { PythonScope } from "./scope.ts";

/** Code that looks names up in one scope. */
export interface Code {
  readonly scope: PythonScope;
  readonly isInLoop: boolean;
}

/** The scope of each place of a text. */
export class CodeRegions {
  readonly #starts: number[] = [0];
  readonly #codes: Code[];

  constructor(first: Code) {
    this.#codes = [first];
  }

  /** Says whose code begins at a place, after all places before it. */
  enter(start: number, { scope, isInLoop }: Code): void {
    if (this.#starts.at(-1) === start) {
      this.#starts.pop();
      this.#codes.pop();
    }
    const last = this.#codes.at(-1);
    if (last?.scope === scope && last.isInLoop === isInLoop) return;
    this.#starts.push(start);
    this.#codes.push({ scope, isInLoop });
  }

  /** Does the same for a part of other code. */
  visit({ start, end }: Extent, around: Code, scope: PythonScope): void {
    this.enter(start, { scope, isInLoop: false });
    this.enter(end, around);
  }

  /** Returns the code at a place. */
  at(place: number): Code {
    const begun = countWhile(this.#starts, (start) => start <= place);
    const code = this.#codes[Math.max(1, begun) - 1];
    if (code === undefined) throw new Error(`No code is at ${place}.`);
    return code;
  }
}
