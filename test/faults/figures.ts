import { expect } from "vitest";

/** The figures of all attempts with one kind of fault. */
export interface Figures {
  readonly kind: string;
  readonly tried: number;
  readonly survived: number;
  /** The number of broken promises. */
  readonly violations: number;
}

/** Counts attempts for the reporter (figures-reporter.ts). Fails the test if a promise was broken. */
export class Tally {
  readonly #kind: string;
  #tried = 0;
  #survived = 0;
  readonly #violations: string[] = [];

  constructor(kind: string) {
    this.#kind = kind;
  }

  get tried(): number {
    return this.#tried;
  }

  /** Adds an attempt, and the promises that it broke. */
  add(name: string, violations: readonly string[]): void {
    this.#tried += 1;
    if (violations.length === 0) this.#survived += 1;
    this.#violations.push(...violations.map((violation) => `${name}: ${violation}`));
  }

  end({ task }: { readonly task: { readonly meta: object } }): void {
    const figures: Figures = {
      kind: this.#kind,
      tried: this.#tried,
      survived: this.#survived,
      violations: this.#violations.length,
    };
    Object.assign(task.meta, { figures });
    expect(this.#violations.slice(0, 40)).toEqual([]);
    expect(this.#tried).toBeGreaterThan(0);
  }
}
