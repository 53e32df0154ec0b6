import type { PolicyCheck } from "../../model/policy/checks.ts";
import type { Measured } from "./measured.ts";

/** What a check measured in a tree, or why it could not. */
export type Baseline = Measured | { readonly fault: string };

/** The numbers of checks before the actions that they are about were written. */
export class Baselines {
  /** The number of writes of the run so far. */
  readonly #writes: () => number;
  /** By check and action. */
  readonly #before = new Map<string, Map<string, Baseline>>();
  /** By check: of actions that are written, and not proved yet. */
  readonly #open = new Map<string, Measured>();
  /** By check: the last measure, and the number of writes before it. */
  readonly #last = new Map<string, { readonly at: number; readonly baseline: Baseline }>();

  constructor(writes: () => number) {
    this.#writes = writes;
  }

  /** Returns what is known of the tree before an action; undefined if the check has to run. */
  known({ name, after }: PolicyCheck): Baseline | undefined {
    const open = after === "action" ? undefined : this.#open.get(name);
    if (open !== undefined) return open;
    const last = this.#last.get(name);
    return last?.at === this.#writes() ? last.baseline : undefined;
  }

  /** Notes the last measure of a check in the tree as it is now. */
  noteLast({ name }: PolicyCheck, baseline: Baseline): void {
    this.#last.set(name, { at: this.#writes(), baseline });
  }

  /** Notes the numbers before actions that are about to be written. */
  noteBefore({ name }: PolicyCheck, ids: readonly string[], before: Baseline): void {
    const all = this.#before.get(name) ?? new Map<string, Baseline>();
    this.#before.set(name, all);
    if (!("fault" in before)) this.#open.set(name, before);
    for (const id of ids) if (!all.has(id)) all.set(id, before);
  }

  /** Notes that the actions so far have passed: those that come are compared with the tree as it is now. */
  pass(check: PolicyCheck, after: Measured): void {
    this.#open.delete(check.name);
    this.noteLast(check, after);
  }

  /** Returns the numbers before the first of these actions was written. */
  before({ name }: PolicyCheck, ids: readonly string[]): Baseline | undefined {
    const all = this.#before.get(name);
    return ids.map((id) => all?.get(id)).find((one) => one !== undefined);
  }
}
