import type { ToolChoice } from "../model/tool-choice.ts";
import type { RejectReason } from "./tool-choice-directive.ts";
import type { ToolChoiceQueue } from "./tool-choice-queue.ts";

/** The outcome of a turn with its tool calls. */
export interface TurnOutcome {
  /** The names of the tools that the model called. */
  readonly invoked: readonly string[];
}

/**
 * One turn of a model over a queue (Q17–Q21): takes at most one choice, and settles it once. A second
 * settling does nothing, and neither does one after the choice has left the queue in another way.
 */
export class ForcedTurn {
  readonly #queue: ToolChoiceQueue;
  readonly #log: (message: string) => void;
  #state: "new" | "taken" | "settled" = "new";
  #choice: ToolChoice | undefined;
  #serving: number | undefined;

  constructor(queue: ToolChoiceQueue, log: (message: string) => void) {
    this.#queue = queue;
    this.#log = log;
  }

  /** Returns the choice for this turn. The first call takes it; a retry of the model call gets the same (Q20). */
  take(): ToolChoice | undefined {
    if (this.#state !== "new") return this.#choice;
    this.#state = "taken";
    this.#choice = this.#queue.nextToolChoice();
    if (this.#choice !== undefined) this.#serving = this.#queue.inFlightServing;
    return this.#choice;
  }

  /** Settles a turn after its tools ran (Q18). A forced tool that was not called is `not_invoked` (Q17). */
  end({ invoked }: TurnOutcome): void {
    const choice = this.#settle();
    if (choice === undefined) return;
    if (isCalled(choice, invoked)) this.#queue.resolve();
    else this.#queue.reject("not_invoked");
  }

  /** Settles a turn that was stopped, before or after its message (Q19). */
  abort(): void {
    this.#reject("aborted");
  }

  /** Settles a turn that failed, before or after its message (Q19). */
  fail(): void {
    this.#reject("error");
  }

  /** Settles a choice that the provider refuses: this and later turns use the soft form, and the log says so (Q21). */
  refuse(why: string): void {
    const choice = this.#settle();
    if (choice === undefined) return;
    this.#queue.fallBackToSoft();
    this.#queue.reject("unavailable");
    const what = typeof choice === "object" ? `the tool ${choice.name}` : `"${choice}"`;
    this.#log(
      `The provider refuses the forced choice of ${what} (${why}). The model gets a reminder instead.`,
    );
  }

  #reject(reason: RejectReason): void {
    if (this.#settle() !== undefined) this.#queue.reject(reason);
  }

  /** Returns the choice to settle now; undefined without one, or if it is no longer in flight. */
  #settle(): ToolChoice | undefined {
    const choice = this.#choice;
    this.#state = "settled";
    this.#choice = undefined;
    const isOurs = this.#serving !== undefined && this.#queue.inFlightServing === this.#serving;
    return isOurs ? choice : undefined;
  }
}

function isCalled(choice: ToolChoice, invoked: readonly string[]): boolean {
  if (typeof choice === "object") return invoked.includes(choice.name);
  return choice !== "required" || invoked.length > 0;
}
