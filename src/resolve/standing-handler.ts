import { ToolError } from "../model/tool-error.ts";
import { checkHandler } from "./check-handler.ts";
import type { ResolveHandler } from "./pending-action.ts";

/**
 * The handler of a long-lived approval, for a resolve that meets no pending action (R19). Use does not consume it, and
 * only its owner clears it (R20, R21).
 */
export class StandingHandler {
  #set: { readonly owner: string; readonly handler: ResolveHandler } | undefined;

  /** Sets or replaces the handler of that owner. Throws a `ToolError` if another owner has set one. */
  set(owner: string, handler: ResolveHandler): void {
    checkHandler(handler);
    const other = this.#set?.owner ?? owner;
    if (other !== owner)
      throw new ToolError(
        `${owner} cannot set the standing handler: ${other} has set one, and only ${other} clears it.`,
      );
    this.#set = { owner, handler };
  }

  /** Clears the handler of that owner and returns true if there was one. The handler of another owner stays. */
  clear(owner: string): boolean {
    if (this.#set?.owner !== owner) return false;
    this.#set = undefined;
    return true;
  }

  /** The handler that is set. */
  get current(): ResolveHandler | undefined {
    return this.#set?.handler;
  }
}
