import { ToolError } from "../model/tool-error.ts";
import type { ResolveHandler } from "./pending-action.ts";

/**
 * The handler of a long-lived approval, for a resolve that meets no pending action (R19). Use does
 * not consume it, and only its owner clears it (R20, R21).
 */
export class StandingHandler {
  #set: { readonly owner: string; readonly handler: ResolveHandler } | undefined;

  /** Sets or replaces the handler of that owner. Throws a `ToolError` where another owner has set one. */
  set(owner: string, handler: ResolveHandler): void {
    if (this.#set && this.#set.owner !== owner)
      throw new ToolError(
        `${owner} cannot set the standing handler: ${this.#set.owner} has set one, and only ${this.#set.owner} clears it.`,
      );
    this.#set = { owner, handler };
  }

  /** Clears the handler of that owner, and answers whether there was one. Another owner's stays. */
  clear(owner: string): boolean {
    if (this.#set?.owner !== owner) return false;
    this.#set = undefined;
    return true;
  }

  get current(): ResolveHandler | undefined {
    return this.#set?.handler;
  }
}
