import { isForcing, type ToolChoice } from "../model/tool-choice.ts";
import { guardedCall } from "./guarded-call.ts";
import type { RejectReason, ToolChoiceOptions, WaitingChoices } from "./tool-choice-directive.ts";

const DEFAULT_MAX_REQUEUES = 3;

interface InFlight extends WaitingChoices {
  /** The number of the serving, unique in the queue. */
  readonly serving: number;
}

/**
 * The tool choices for coming turns of a model, one a turn (Q1–Q17). A served choice is in flight
 * until `resolve` or `reject`. No method throws: the error of a callback goes to `onCallbackError`, and counts as no
 * result.
 */
export class ToolChoiceQueue {
  #waiting: WaitingChoices[] = [];
  readonly #exhausted = new Set<string>();
  #inFlight: InFlight | undefined;
  #servings = 0;
  #lastServedLabel: string | undefined;
  #isSoft = false;
  readonly #onCallbackError: ((error: unknown) => void) | undefined;

  constructor(options: { readonly onCallbackError?: (error: unknown) => void } = {}) {
    this.#onCallbackError = options.onCallbackError;
  }

  /** Queues one choice for one turn (Q2, Q4, Q5). */
  pushOnce(choice: ToolChoice, options: ToolChoiceOptions = {}): void {
    this.pushSequence([choice], options);
  }

  /** Queues choices for as many turns, in their order (Q3). An empty sequence queues nothing. */
  pushSequence(choices: readonly ToolChoice[], options: ToolChoiceOptions = {}): void {
    const [choice, ...rest] = choices;
    if (choice === undefined) return;
    const directive = { ...options, label: options.label ?? "anonymous" };
    this.#waiting.splice(this.#indexFor(options), 0, { directive, choice, rest, attempt: 0 });
  }

  /** Puts the next wanted choice in flight and returns it; undefined if none waits (Q1), or while one is in flight. */
  nextToolChoice(): ToolChoice | undefined {
    if (this.#inFlight) return undefined;
    for (const entry of [...this.#waiting]) {
      const isWanted = this.#isWanted(entry);
      if (this.#inFlight) return undefined; // `isWanted` may have asked for a choice itself.
      const index = this.#waiting.indexOf(entry);
      if (index < 0) continue; // `isWanted` may have removed it.
      if (!isWanted) this.#waiting.splice(index, 1);
      else if (!this.#isSoft || !isForcing(entry.choice)) return this.#serve(entry, index);
    }
    return undefined;
  }

  /** Settles the choice in flight as served; without one, does nothing (Q6, Q7). */
  resolve(): void {
    const served = this.#takeInFlight();
    if (!served) return;
    this.#lastServedLabel = served.directive.label;
    const wish = this.#call(() => served.directive.onResolved?.(served.choice));
    if (wish === "requeue") this.#requeue(served);
  }

  /**
   * Settles the choice in flight as lost; without one, does nothing (Q7–Q13). What follows one that cannot be forced,
   * and is not wanted back, is lost as well (Q22).
   */
  reject(reason: RejectReason): void {
    const lost = this.#takeInFlight();
    if (!lost) return;
    const wish = this.#reportRejected(lost, reason);
    if (wish === "requeue" && reason !== "cleared" && reason !== "removed") this.#requeue(lost);
    else if (wish === "drop_sequence" || reason === "unavailable")
      this.#waiting = this.#waiting.filter(({ directive }) => directive !== lost.directive);
  }

  /** Empties the queue, and rejects every directive once with `cleared` (Q14). */
  clear(): void {
    this.#lastServedLabel = undefined;
    this.#rejectAll("cleared", () => true);
  }

  /** Removes every directive with that label, also in flight, and rejects each once with `removed` (Q15). */
  removeByLabel(label: string): void {
    this.#rejectAll("removed", ({ directive }) => directive.label === label);
  }

  /** Serves no forcing choice from now on, because the provider refuses them (Q21). Forcing choices stay and wait. */
  fallBackToSoft(): void {
    this.#isSoft = true;
  }

  /** True if the soft form has to replace forcing (Q21). */
  get isSoft(): boolean {
    return this.#isSoft;
  }

  /** True between a serving and its settling. */
  get hasInFlight(): boolean {
    return this.#inFlight !== undefined;
  }

  /** The label of the choice in flight. */
  get inFlightLabel(): string | undefined {
    return this.#inFlight?.directive.label;
  }

  /** The number of the serving in flight, unique in this queue. */
  get inFlightServing(): number | undefined {
    return this.#inFlight?.serving;
  }

  /** Returns the label of the choice that was resolved last; the second call returns undefined (Q16). */
  consumeLastServedLabel(): string | undefined {
    const label = this.#lastServedLabel;
    this.#lastServedLabel = undefined;
    return label;
  }

  /** True if a directive with that label waits or is in flight. */
  has(label: string): boolean {
    return this.inFlightLabel === label || this.inspect().includes(label);
  }

  /** True if a directive with that label used up its turns (Q12). */
  isExhausted(label: string): boolean {
    return this.#exhausted.has(label);
  }

  /** Returns the labels of the waiting choices, in order, without the one in flight. */
  inspect(): readonly string[] {
    return this.#waiting.map(({ directive }) => directive.label);
  }

  #indexFor({ now, behind }: ToolChoiceOptions): number {
    if (now === true) return 0;
    if (behind === undefined) return this.#waiting.length;
    return this.#waiting.findLastIndex(({ directive }) => behind.has(directive.label)) + 1;
  }

  #isWanted({ directive: { isWanted } }: WaitingChoices): boolean {
    return isWanted === undefined || this.#call(isWanted) === true;
  }

  /** Only the choice that is served leaves; its sequence keeps its place (Q10). */
  #serve(entry: WaitingChoices, index: number): ToolChoice {
    const { directive, choice, rest, attempt } = entry;
    const [next, ...others] = rest;
    const left = next === undefined ? [] : [{ directive, choice: next, rest: others, attempt: 0 }];
    this.#waiting.splice(index, 1, ...left);
    this.#servings += 1;
    const serving = this.#servings;
    this.#inFlight = { directive, choice, rest: [], attempt: attempt + 1, serving };
    return choice;
  }

  #takeInFlight(): InFlight | undefined {
    const taken = this.#inFlight;
    this.#inFlight = undefined;
    return taken;
  }

  /** Puts a choice back at the head, within its limit (Q9–Q12). An unwanted directive ends unexhausted. */
  #requeue({ directive, choice, attempt }: InFlight): void {
    const entry = { directive, choice, rest: [], attempt };
    const { maxRequeues = DEFAULT_MAX_REQUEUES, onExhausted } = directive;
    if (attempt <= maxRequeues) this.#waiting.unshift(entry);
    else if (this.#isWanted(entry)) {
      this.#exhausted.add(directive.label);
      this.#call(() => onExhausted?.(attempt));
    }
  }

  /** Removes all that leave before any callback runs, because a callback may push again. */
  #rejectAll(reason: RejectReason, isLeaving: (entry: WaitingChoices) => boolean): void {
    const inFlight = this.#inFlight && isLeaving(this.#inFlight) ? this.#takeInFlight() : undefined;
    const leaving = this.#waiting.filter(isLeaving);
    this.#waiting = this.#waiting.filter((entry) => !isLeaving(entry));
    const reported = new Set();
    for (const entry of inFlight ? [inFlight, ...leaving] : leaving) {
      if (!reported.has(entry.directive)) this.#reportRejected(entry, reason);
      reported.add(entry.directive);
    }
  }

  #reportRejected({ directive, choice, attempt }: WaitingChoices, reason: RejectReason): unknown {
    return this.#call(() => directive.onRejected?.({ choice, reason, attempt }));
  }

  #call(callback: () => unknown): unknown {
    return guardedCall(callback, this.#onCallbackError);
  }
}
