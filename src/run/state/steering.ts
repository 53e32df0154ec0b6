import type { ItemOf } from "../../model/conversation.ts";
import type { SteeringMessage } from "../../resolve/reminder.ts";

/** The messages of the session for the model that resolves. If the policy resolves, they are dropped. */
export class Steering {
  #toolChoices: "named" | "none" | undefined;
  #messages: SteeringMessage[] = [];

  /** `named` if previews that are queued now force `resolve`. */
  get toolChoices(): "named" | "none" {
    return this.#toolChoices ?? "none";
  }

  /** From now on a model resolves. */
  begin(toolChoices: "named" | "none"): void {
    this.#toolChoices = toolChoices;
  }

  /** The model resolves no longer. */
  end(): void {
    this.#toolChoices = undefined;
    this.#messages = [];
  }

  /** Takes the reminder of a preview that waits for the model (R22). */
  remind(message: SteeringMessage): void {
    if (this.#toolChoices !== undefined) this.#messages.push(message);
  }

  /**
   * Returns the messages that the model has not seen yet, about actions that still wait. `pending` are their ids in
   * the order in which they are resolved (R16, R17).
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
