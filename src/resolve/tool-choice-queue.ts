import { isForcing, type ToolChoice } from "../model/tool-choice.ts";
import { guardedCall } from "./guarded-call.ts";
import type { RejectReason, ToolChoiceOptions, WaitingChoices } from "./tool-choice-directive.ts";

const DEFAULT_MAX_REQUEUES = 3;

interface InFlight extends WaitingChoices {
  /** Tells one serving from the next. */
  readonly serving: number;
}

/**
 * The tool choices that coming turns of a model use, one a turn (CONFORMANCE.md, Q1–Q17). A choice
 * that is served is in flight until `resolve` or `reject`; `ForcedTurn` does that for one turn. No
 * method throws: a callback that does is reported to `onCallbackError`, and counts as one that
 * answers nothing.
 */
export class ToolChoiceQueue {
  #waiting: WaitingChoices[] = [];
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

  /** Queues choices for as many turns, in their order (Q3). An empty sequence is nothing. */
  pushSequence(choices: readonly ToolChoice[], options: ToolChoiceOptions = {}): void {
    const [choice, ...rest] = choices;
    if (choice === undefined) return;
    const directive = { ...options, label: options.label ?? "anonymous" };
    this.#waiting.splice(this.#indexFor(options), 0, { directive, choice, rest, attempt: 0 });
  }

  /**
   * Puts the next choice that is wanted in flight and answers it; undefined where none waits (Q1),
   * and while another is in flight.
   */
  nextToolChoice(): ToolChoice | undefined {
    if (this.#inFlight) return undefined;
    for (const entry of [...this.#waiting]) {
      const isWanted = this.#isWanted(entry);
      if (this.#inFlight) return undefined; // `isWanted` may have asked for a choice itself.
      const index = this.#waiting.indexOf(entry);
      if (index < 0) continue; // `isWanted` may have taken it out.
      if (!isWanted) this.#waiting.splice(index, 1);
      else if (!this.#isSoft || !isForcing(entry.choice)) return this.#serve(entry, index);
    }
    return undefined;
  }

  /** Settles what is in flight as served; without it, does nothing (Q6, Q7). */
  resolve(): void {
    const ended = this.#takeInFlight();
    if (!ended) return;
    this.#lastServedLabel = ended.directive.label;
    const verdict = this.#call(() => ended.directive.onResolved?.(ended.choice));
    if (verdict === "requeue") this.#requeue(ended);
  }

  /** Settles what is in flight as lost; without it, does nothing (Q7–Q13). */
  reject(reason: RejectReason): void {
    const ended = this.#takeInFlight();
    if (!ended) return;
    const verdict = this.#tellRejected(ended, reason);
    if (verdict === "requeue" && reason !== "cleared" && reason !== "removed") this.#requeue(ended);
  }

  /** Empties everything, and rejects every directive once with `cleared` (Q14). */
  clear(): void {
    this.#lastServedLabel = undefined;
    this.#rejectAll("cleared", () => true);
  }

  /** Takes out every directive with that label, also in flight, and rejects each once with `removed` (Q15). */
  removeByLabel(label: string): void {
    this.#rejectAll("removed", ({ directive }) => directive.label === label);
  }

  /** From now on serves nothing that forces a tool: the provider refuses it (Q21). What forces goes on waiting. */
  fallBackToSoft(): void {
    this.#isSoft = true;
  }

  /** Whether the soft form has to take the place of forcing (Q21). */
  get isSoft(): boolean {
    return this.#isSoft;
  }

  get hasInFlight(): boolean {
    return this.#inFlight !== undefined;
  }

  get inFlightLabel(): string | undefined {
    return this.#inFlight?.directive.label;
  }

  /** Tells the serving that is in flight from every other: unique in this queue. */
  get inFlightServing(): number | undefined {
    return this.#inFlight?.serving;
  }

  /** The label of what was resolved last; the second time undefined (Q16). */
  consumeLastServedLabel(): string | undefined {
    const label = this.#lastServedLabel;
    this.#lastServedLabel = undefined;
    return label;
  }

  /** The labels of what waits, in order, without what is in flight. */
  inspect(): readonly string[] {
    return this.#waiting.map(({ directive }) => directive.label);
  }

  #indexFor({ now, before = [] }: ToolChoiceOptions): number {
    if (now === true) return 0;
    const index = this.#waiting.findIndex(({ directive }) => before.includes(directive.label));
    return index < 0 ? this.#waiting.length : index;
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
    const ended = this.#inFlight;
    this.#inFlight = undefined;
    return ended;
  }

  /** Back at the head, as often as it may (Q9–Q12). What nobody wants any more is not exhausted, but over. */
  #requeue({ directive, choice, attempt }: InFlight): void {
    const entry = { directive, choice, rest: [], attempt };
    const { maxRequeues = DEFAULT_MAX_REQUEUES, onExhausted } = directive;
    if (attempt <= maxRequeues) this.#waiting.unshift(entry);
    else if (this.#isWanted(entry)) this.#call(() => onExhausted?.(attempt));
  }

  /** First everything that leaves is out; then the callbacks run, which may push again. */
  #rejectAll(reason: RejectReason, isLeaving: (entry: WaitingChoices) => boolean): void {
    const inFlight = this.#inFlight && isLeaving(this.#inFlight) ? this.#takeInFlight() : undefined;
    const leaving = this.#waiting.filter(isLeaving);
    this.#waiting = this.#waiting.filter((entry) => !isLeaving(entry));
    const told = new Set();
    for (const entry of inFlight ? [inFlight, ...leaving] : leaving) {
      if (!told.has(entry.directive)) this.#tellRejected(entry, reason);
      told.add(entry.directive);
    }
  }

  #tellRejected({ directive, choice, attempt }: WaitingChoices, reason: RejectReason): unknown {
    return this.#call(() => directive.onRejected?.({ choice, reason, attempt }));
  }

  #call(callback: () => unknown): unknown {
    return guardedCall(callback, this.#onCallbackError);
  }
}
