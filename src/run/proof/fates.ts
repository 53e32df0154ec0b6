import { lostText, stuckText } from "../checks/check-words.ts";
import type { Fate } from "./fate.ts";
import type { Standing, Variant } from "./variant.ts";

/** The ends of actions that do not stand. */
export class Fates {
  readonly #tree: Standing;
  readonly #fates = new Map<string, Fate>();

  constructor(tree: Standing) {
    this.#tree = tree;
  }

  get all(): ReadonlyMap<string, Fate> {
    return this.#fates;
  }

  /** The actions that are not to stand. */
  get gone(): ReadonlySet<string> {
    return new Set([...this.#fates].flatMap(([id, { kind }]) => (kind === "stuck" ? [] : [id])));
  }

  /** Notes that actions are to be taken back. */
  takeBack(ids: Iterable<string>, fate: Omit<Fate, "kind">): void {
    for (const id of ids) this.#fates.set(id, { kind: "taken-back", ...fate });
  }

  /** Notes that an action fails whose files stay as they are. */
  leave(id: string, reason: string): void {
    this.#fates.set(id, { kind: "stuck", reason, check: undefined, isRun: true });
  }

  /** Notes what a move of the tree could not take back or put in again, and what had to go with others. */
  settle(variant: Variant): void {
    if (variant.kind === "refused") {
      const { standing, missing } = this.#tree;
      for (const id of this.gone) if (standing.has(id)) this.#stick(id, variant.why);
      for (const id of missing) this.#lose(id, lostText(variant.why));
      return;
    }
    for (const [id, why] of variant.stuck) this.#stick(id, why);
    for (const [id, why] of variant.lost) this.#lose(id, lostText(why));
    for (const [id, other] of variant.resting)
      this.#lose(id, `It rests on the action ${other}, which a check took back.`);
  }

  #stick(id: string, why: string): void {
    const { reason = "", ...fate } = this.#fates.get(id) ?? { check: undefined, isRun: true };
    this.#fates.set(id, { ...fate, kind: "stuck", reason: stuckText(reason, why) });
  }

  /** Notes that an action which was to stand does not, if it has no other end. */
  #lose(id: string, reason: string): void {
    if (this.#fates.has(id)) return;
    this.#fates.set(id, { kind: "taken-back", reason, check: undefined, isRun: false });
  }
}
