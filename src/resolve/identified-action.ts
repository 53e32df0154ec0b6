import type { PendingAction, ResolveHandler } from "./pending-action.ts";

/** A handler under an id. Calls go to the handler itself, so that it keeps its `this` (T23). */
export class IdentifiedAction implements PendingAction {
  readonly id: string;
  readonly reject?: NonNullable<ResolveHandler["reject"]>;
  readonly #handler: ResolveHandler;

  constructor(id: string, handler: ResolveHandler) {
    this.id = id;
    this.#handler = handler;
    if (handler.reject) this.reject = (reason, extra) => handler.reject?.(reason, extra);
  }

  get label(): string {
    return this.#handler.label;
  }

  get sourceToolName(): string {
    return this.#handler.sourceToolName;
  }

  get details(): unknown {
    return this.#handler.details;
  }

  apply: ResolveHandler["apply"] = (reason, extra) => this.#handler.apply(reason, extra);
}
