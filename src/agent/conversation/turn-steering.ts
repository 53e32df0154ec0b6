import type { ToolChoice } from "../../model/tool-choice.ts";
import { ForcedTurn } from "../../resolve/forced-turn.ts";
import { reminderText } from "../../resolve/reminder.ts";
import type { Session } from "../../resolve/session.ts";
import {
  endSoftTurn,
  SOFT_START,
  type SoftState,
  type SoftTurnOutcome,
  startSoftTurn,
  type WantedCall,
} from "../../resolve/soft-requirement.ts";

const RESOLVE = "resolve";

/** How a turn is asked for. */
export interface SteeredStart {
  readonly choice: ToolChoice | undefined;
  /** Messages to add before the model is asked (S2). */
  readonly reminders: readonly string[];
}

/**
 * Makes a model end its own previews, turn by turn: by the choices of a session where it can be forced
 * (Q17–Q21), in the soft form where it cannot (S1–S7). Without a session every turn is free. Turns follow one
 * another: `begin`, perhaps `refuse`, `judge`, and then one of `end`, `abort`, `fail`.
 */
export class TurnSteering {
  readonly #session: Session | undefined;
  readonly #log: (message: string) => void;
  #turn: ForcedTurn | undefined;
  #toolNames: readonly string[] = [];
  #soft: SoftState = SOFT_START;
  /** The choice of this turn was for a tool that is not there: it is nothing to go on for. */
  #isUnavailable = false;

  /** `log` is told what a model cannot be made to do (Q21). */
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

  /** The provider refuses the choice: how the same turn is asked for again, in the soft form (Q21). */
  refuse(why: string): SteeredStart {
    this.#turn?.refuse(why);
    return this.#session
      ? this.#start(this.#session, undefined)
      : { choice: undefined, reminders: [] };
  }

  /** What to do with the calls of the turn; a turn that can be forced runs them all. */
  judge(calls: readonly WantedCall[]): SoftTurnOutcome {
    if (!this.#session || !isSoft(this.#session)) return { kind: "run", state: this.#soft };
    const end = endSoftTurn(this.#soft, calls);
    this.#soft = end.state;
    return end;
  }

  /** The turn is over, and those tools ran (Q17, Q18). */
  end(invoked: readonly string[]): void {
    this.#turn?.end({ invoked });
  }

  /** The turn was stopped (Q19). */
  abort(): void {
    this.#turn?.abort();
  }

  /** The turn failed (Q19). */
  fail(): void {
    this.#turn?.fail();
  }

  /** Whether a choice waits that a coming turn can be forced to. True only between `end` and `begin`. */
  get isWaiting(): boolean {
    if (!this.#session || this.#isUnavailable) return false;
    // What forces waits there for ever once the provider has refused it.
    const { toolChoices } = this.#session;
    return !toolChoices.isSoft && toolChoices.inspect().length > 0;
  }

  /** A choice that this turn can be asked with: what is not offered is never sent. */
  #offered({ toolChoices }: Session, choice: ToolChoice | undefined): ToolChoice | undefined {
    const names = this.#toolNames;
    const isThere =
      typeof choice === "object"
        ? names.includes(choice.name)
        : choice !== "required" || names.length > 0;
    if (isThere) return choice;
    this.#isUnavailable = true;
    const what = typeof choice === "object" ? `the tool ${choice.name}` : "a tool";
    this.#log(`The model cannot be forced to call ${what}: it is not offered in this turn.`);
    toolChoices.reject("unavailable");
    return undefined;
  }

  /** In the soft form a turn that has to resolve is asked for freely: whoever is here cannot be forced. */
  #start(session: Session, hostChoice: ToolChoice | undefined): SteeredStart {
    if (!isSoft(session)) return { choice: hostChoice, reminders: [] };
    const action = session.pending.peek();
    const { state, reminders } = startSoftTurn(seeded(this.#soft, session), {
      pendingId: action?.id,
      toolName: RESOLVE,
      reminder: action === undefined ? "" : reminderText(action),
      activeToolNames: this.#toolNames,
      ...(hostChoice === undefined ? {} : { hostChoice }),
    });
    this.#soft = state;
    return { choice: hostChoice, reminders };
  }
}

function isSoft({ toolChoices, options }: Session): boolean {
  return options.toolChoices !== "named" || toolChoices.isSoft;
}

/** Where somebody gets the reminders of the session, all that is pending was reminded of already (R22, S2). */
function seeded(state: SoftState, { options, pending }: Session): SoftState {
  if (options.onReminder === undefined) return state;
  const ids = pending.list().map(({ id }) => id);
  return { ...state, remindedIds: new Set([...state.remindedIds, ...ids]) };
}
