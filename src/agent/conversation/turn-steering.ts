import type { ToolChoice } from "../../model/tool-choice.ts";
import { ForcedTurn } from "../../resolve/forced-turn.ts";
import { reminderText } from "../../resolve/reminder.ts";
import type { Session } from "../../resolve/session.ts";
import {
  endForcedTurn,
  endSoftTurn,
  SOFT_START,
  type SoftState,
  type SoftTurnOutcome,
  startSoftTurn,
  type WantedCall,
} from "../../resolve/soft-requirement.ts";

const RESOLVE = "resolve";

/** The start of a turn. */
export interface SteeredStart {
  readonly choice: ToolChoice | undefined;
  /** Messages to add before the model is asked (S2). */
  readonly reminders: readonly string[];
}

/**
 * Makes a model end its own previews, turn by turn: by the choices of a session if it can be forced (Q17–Q21),
 * otherwise in the soft form (S1–S7); without a session every turn is free. The calls of one turn are `begin`,
 * perhaps `refuse`, `judge`, and then one of `end`, `abort`, `fail`.
 */
export class TurnSteering {
  readonly #session: Session | undefined;
  readonly #log: (message: string) => void;
  #turn: ForcedTurn | undefined;
  #toolNames: readonly string[] = [];
  #soft: SoftState = SOFT_START;
  /** The tool that this turn is forced to call. */
  #forced: string | undefined;
  /** The choice of this turn named a tool that is not offered: it does not keep the conversation open. */
  #isUnavailable = false;

  /** `log` gets a line if the model cannot be forced (Q21). */
  constructor(session: Session | undefined, log: (message: string) => void) {
    this.#session = session;
    this.#log = log;
  }

  /** Takes the one choice of a turn that offers these tools. */
  begin(toolNames: readonly string[]): SteeredStart {
    this.#toolNames = toolNames;
    this.#isUnavailable = false;
    if (!this.#session) return { choice: undefined, reminders: [] };
    this.#turn = new ForcedTurn(this.#session.toolChoices, this.#log);
    return this.#start(this.#session, this.#offered(this.#session, this.#turn.take()));
  }

  /** Starts the same turn again in the soft form, because the provider refuses its choice (Q21). */
  refuse(why: string): SteeredStart {
    this.#turn?.refuse(why);
    return this.#session
      ? this.#start(this.#session, undefined)
      : { choice: undefined, reminders: [] };
  }

  /** Returns the outcome for the calls of the turn. A turn that is forced to call a tool runs no other call. */
  judge(calls: readonly WantedCall[]): SoftTurnOutcome {
    if (!this.#session) return { kind: "run", state: this.#soft };
    if (!isSoft(this.#session))
      return this.#forced === undefined
        ? { kind: "run", state: this.#soft }
        : endForcedTurn(this.#soft, this.#forced, calls);
    const outcome = endSoftTurn(this.#soft, calls);
    this.#soft = outcome.state;
    return outcome;
  }

  /** Settles the turn after these tools ran (Q17, Q18). */
  end(invoked: readonly string[]): void {
    this.#turn?.end({ invoked });
  }

  /** Settles a turn that was stopped (Q19). */
  abort(): void {
    this.#turn?.abort();
  }

  /** Settles a turn that failed (Q19). */
  fail(): void {
    this.#turn?.fail();
  }

  /** True if a choice waits to which a coming turn can be forced; only between `end` and `begin`. */
  get isWaiting(): boolean {
    if (!this.#session || this.#isUnavailable) return false;
    // Once the provider has refused to be forced, the forcing choices wait for ever.
    const { toolChoices } = this.#session;
    return !toolChoices.isSoft && toolChoices.inspect().length > 0;
  }

  /** Returns the choice if this turn offers its tool: a choice of another tool is never sent. */
  #offered({ toolChoices }: Session, choice: ToolChoice | undefined): ToolChoice | undefined {
    const names = this.#toolNames;
    const isOffered =
      typeof choice === "object"
        ? names.includes(choice.name)
        : choice !== "required" || names.length > 0;
    if (isOffered) return choice;
    this.#isUnavailable = true;
    const what = typeof choice === "object" ? `the tool ${choice.name}` : "a tool";
    this.#log(`The model cannot be forced to call ${what}: it is not offered in this turn.`);
    toolChoices.reject("unavailable");
    return undefined;
  }

  /** Starts a turn. In the soft form a turn that has to resolve is asked for freely, because it cannot be forced. */
  #start(session: Session, hostChoice: ToolChoice | undefined): SteeredStart {
    this.#forced = typeof hostChoice === "object" ? hostChoice.name : undefined;
    if (!isSoft(session)) return { choice: hostChoice, reminders: [] };
    const action = session.pending.peek();
    const { state, reminders } = startSoftTurn(seeded(this.#soft, session), {
      pendingId: action?.id,
      toolName: RESOLVE,
      reminder: action === undefined ? "" : reminderText(action),
      activeToolNames: this.#toolNames,
      hostChoice,
    });
    this.#soft = state;
    return { choice: hostChoice, reminders };
  }
}

function isSoft({ toolChoices, options }: Session): boolean {
  return options.toolChoices !== "named" || toolChoices.isSoft;
}

/** Marks all pending actions as reminded if the session has a listener: that listener got their reminders (R22, S2). */
function seeded(state: SoftState, { options, pending }: Session): SoftState {
  if (options.onReminder === undefined) return state;
  const ids = pending.list().map(({ id }) => id);
  return { ...state, remindedIds: new Set([...state.remindedIds, ...ids]) };
}
