import { type ConversationItem, conversationItemSchema } from "../../model/conversation.ts";
import { frozenCopy } from "../../shared/frozen-copy.ts";

/** The beginning of a conversation, and the listener of its growth. */
export interface ConversationOptions {
  /** The items of an earlier transcript: kept to the letter, and not passed to `onItem`. */
  readonly items?: readonly ConversationItem[];
  /** Gets every new item in its kept form, right after it was added. `append` throws its errors. */
  readonly onItem?: (item: ConversationItem) => void;
  /** Removes secrets. Applied to every new item before it is kept. */
  readonly redact?: <T>(value: T) => T;
}

/** The items of one prompt step. Items are appended and never changed (F13). */
export class Conversation {
  readonly #items: ConversationItem[];
  readonly #onItem: ((item: ConversationItem) => void) | undefined;
  readonly #redact: (<T>(value: T) => T) | undefined;

  constructor({ items = [], onItem, redact }: ConversationOptions = {}) {
    this.#items = [...items];
    this.#onItem = onItem;
    this.#redact = redact;
  }

  /** Adds items in their order. They are copied, because the caller may change its own. */
  append(...items: readonly ConversationItem[]): void {
    for (const item of items) {
      // The schema orders the fields: the same item has the same bytes, whichever code made it.
      const checked = conversationItemSchema.parse(this.redact(item));
      const kept = frozenCopy(checked);
      this.#items.push(kept);
      this.#onItem?.(kept);
    }
  }

  /** The items so far, in order; a copy to which later items are not added. */
  get items(): readonly ConversationItem[] {
    return [...this.#items];
  }

  /** Returns the value without secrets, for messages about the conversation that are not items of it. */
  redact<T>(value: T): T {
    return this.#redact === undefined ? value : this.#redact(value);
  }
}
