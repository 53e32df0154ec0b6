import { type ConversationItem, conversationItemSchema } from "../../model/conversation.ts";

/** What a conversation begins with, and who is told how it grows. */
export interface ConversationOptions {
  /** Of an earlier transcript: kept to the letter, and nobody is told of them again. */
  readonly items?: readonly ConversationItem[];
  /** Gets every item as it was kept, right after it was. What it throws, `append` throws. */
  readonly onItem?: (item: ConversationItem) => void;
  /** Takes out what nobody may see. Applied to every new item before it is kept. */
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

  /** Adds items in their order. They are copied: whoever handed them over may change theirs. */
  append(...items: readonly ConversationItem[]): void {
    for (const item of items) {
      // As the schema has it: the same item has the same bytes, whoever made it.
      const checked = conversationItemSchema.parse(this.redact(item));
      const kept = deepFrozen(structuredClone(checked));
      this.#items.push(kept);
      this.#onItem?.(kept);
    }
  }

  /** What was said so far, in order; later items are not in it. */
  get items(): readonly ConversationItem[] {
    return [...this.#items];
  }

  /** The value without what nobody may see, for what is told of the conversation beside its items. */
  redact<T>(value: T): T {
    return this.#redact === undefined ? value : this.#redact(value);
  }
}

/** The value itself, which nobody can change any more. Parameters of calls are not deep (`boundedCall`). */
function deepFrozen<T>(value: T): T {
  if (typeof value === "object" && value !== null)
    for (const part of Object.values(value)) deepFrozen(part);
  return Object.freeze(value);
}
