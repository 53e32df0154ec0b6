/** The means of an explanation: a clock, and the time that it may take. */
export interface ExplainClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds for one op. */
  readonly forOp: number;
  /** The time at which all of it has to be done with what it has. */
  readonly until: number;
  /** The most nodes that one op looks at. Default: 200,000. */
  readonly nodes?: number | undefined;
}

const MOST_NODES = 200_000;

/** Counts the nodes that an explanation looks at. */
export class ExplainBudget {
  readonly #now: () => number;
  readonly #until: number;
  readonly #most: number;
  #nodes = 0;
  #isSpent = false;

  /** The time of one op begins now. */
  constructor({ now, forOp, until, nodes = MOST_NODES }: ExplainClock) {
    this.#now = now;
    this.#most = nodes;
    this.#until = Math.min(until, now() + forOp);
  }

  /** True if the explanation has to end, and says then that it looked at a part only. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Notes that a node is looked at; returns false if there is no more time. */
  spend(nodes = 1): boolean {
    const before = this.#nodes;
    this.#nodes += nodes;
    if (this.#nodes > this.#most) this.#isSpent = true;
    // The clock is asked every few nodes.
    else if (before === 0 || before >> 6 !== this.#nodes >> 6)
      this.#isSpent ||= this.#now() > this.#until;
    return !this.#isSpent;
  }
}
