import type { Report } from "../model/report/report.ts";
import type { GivenObjects } from "../request/given-objects.ts";

/** A plan that a session has made. */
export interface KeptPlan {
  readonly digest: string;
  /** The text of its file. */
  readonly text: string;
  readonly report: Report;
  /** The recipe that it was made of, if that is in no file. */
  readonly objects?: GivenObjects | undefined;
}

/** The most plans, and the most UTF-16 code units of their texts, that a session keeps. */
const [MOST_PLANS, MOST_TEXT] = [50, 100_000_000];

/** The plans of a session, in memory alone: the newest, within bounds. */
export class KeptPlans {
  readonly #plans = new Map<string, KeptPlan>();

  /** Keeps a plan, and forgets the oldest ones if they are too many. Returns false if it is too large by itself. */
  keep(plan: KeptPlan): boolean {
    if (plan.text.length > MOST_TEXT) return false;
    this.#plans.delete(plan.digest);
    this.#plans.set(plan.digest, plan);
    for (const oldest of this.#plans.keys()) {
      if (this.#plans.size <= MOST_PLANS && this.#size() <= MOST_TEXT) break;
      this.#plans.delete(oldest);
    }
    return true;
  }

  find(digest: string): KeptPlan | undefined {
    return this.#plans.get(digest);
  }

  #size(): number {
    return [...this.#plans.values()].reduce((sum, { text }) => sum + text.length, 0);
  }
}
