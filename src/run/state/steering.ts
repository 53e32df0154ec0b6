import type { ItemOf } from "../../model/conversation.ts";
import type { SteeringMessage } from "../../resolve/session.ts";

/** What the session of a run says to the model that resolves now; where the policy does, nobody listens. */
export class Steering {
  #toolChoices: "named" | "none" | undefined;
  #messages: SteeringMessage[] = [];

  /** Whether previews that are queued now force `resolve`. */
  get toolChoices(): "named" | "none" {
    return this.#toolChoices ?? "none";
  }

  /** From now on a model resolves. */
  begin(toolChoices: "named" | "none"): void {
    this.#toolChoices = toolChoices;
  }

  /** Nobody listens any more. */
  end(): void {
    this.#toolChoices = undefined;
    this.#messages = [];
  }

  /** A preview waits for the model (R22). */
  remind(message: SteeringMessage): void {
    if (this.#toolChoices !== undefined) this.#messages.push(message);
  }

  /**
   * What the model has not been told yet, of actions that still wait: `pending` are their ids in the order in which they are
   * resolved, whichever was queued first (R16, R17).
   */
  take(pending: readonly string[]): readonly ItemOf<"system">[] {
    const messages = this.#messages;
    this.#messages = [];
    return pending.flatMap((id, index) =>
      messages
        .filter(({ actionId }) => actionId === id)
        .map(({ tag, text }) => {
          const next = index === 0 && pending.length > 1 ? ", and it is the next one" : "";
          return { role: "system", text: `${text} Its id is ${id}${next}.`, tag } as const;
        }),
    );
  }
}
