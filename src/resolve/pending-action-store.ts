import { INPUT_LIMITS } from "../model/input-limits.ts";
import { ToolError } from "../model/tool-error.ts";
import { checkHandler } from "./check-handler.ts";
import { IdentifiedAction } from "./identified-action.ts";
import type { PendingAction, ResolveHandler } from "./pending-action.ts";

/** The order in which pending actions are resolved. */
export type ResolveOrder =
  /** The first that was queued (R16). */
  | "queue"
  /** The last that was pushed (R15). */
  | "stack";

/** The place of an action in the order. Default: after all others. */
export interface PendingPosition {
  /** Ahead of all others (R16). */
  readonly now?: boolean;
  /** In a queue, actions of one batch keep the order of their calls, in whichever order the calls finish (R31). */
  readonly batchId?: string;
  readonly callIndex?: number;
}

/** The most entries that have ended and are still in the list. */
const MOST_ENDED = 1024;

interface Entry {
  readonly action: PendingAction;
  readonly position: PendingPosition;
  isRunning: boolean;
}

/**
 * Pending actions, the last pushed first unless the order is `queue` (R15). One list says what is pending and what is
 * run, so the two cannot disagree (R25); only `consume` and `pop` end an action, never a failed run (R13, R15).
 */
export class PendingActionStore {
  readonly order: ResolveOrder;
  /** Entries before `#first` have ended: the first ones go without moving all others. */
  #entries: Entry[] = [];
  #first = 0;
  /** Those that have not ended, by the ids of their actions. */
  readonly #byId = new Map<string, Entry>();
  readonly #usedIds = new Set<string>();
  readonly #maxActions: number;

  /** `maxActions` limits the actions that are pushed, including those that have ended. */
  constructor(order: ResolveOrder = "stack", maxActions: number = INPUT_LIMITS.actions) {
    this.order = order;
    this.#maxActions = maxActions;
  }

  /** Throws a `ToolError` if there is no room for so many more: called before they are made. */
  refuseBeyondRoom(count: number): void {
    if (this.#usedIds.size + count <= this.#maxActions) return;
    const fault = `This would be more than ${this.#maxActions} actions in one run.`;
    const advice = "Let one action hold more (`per: file`, `per: step`), narrow `paths`,";
    throw new ToolError(`${fault} ${advice} or raise the bound with --max-actions.`);
  }

  /**
   * Adds an action; `id` gets a suffix if an earlier action had it (R17). Throws a `ToolError` without room, and a
   * `TypeError` for what is no action.
   */
  push(handler: ResolveHandler, id = "action", position: PendingPosition = {}): PendingAction {
    checkHandler(handler);
    this.refuseBeyondRoom(1);
    const action: PendingAction = new IdentifiedAction(this.#uniqueId(id), handler);
    const index = position.now === true ? this.#indexOfFirst() : this.#indexFor(position);
    const entry: Entry = { action, position, isRunning: false };
    this.#entries.splice(index, 0, entry);
    this.#byId.set(action.id, entry);
    return action;
  }

  /** Returns the action that is resolved next, or the one with that id. An action that is being run is passed over. */
  peek(id?: string): PendingAction | undefined {
    if (id !== undefined) {
      const entry = this.#byId.get(id);
      return entry === undefined || entry.isRunning ? undefined : entry.action;
    }
    const isQueue = this.order === "queue";
    for (let at = 0; at < this.#count; at += 1) {
      const entry = this.#entries[isQueue ? this.#first + at : this.#entries.length - 1 - at];
      if (entry?.isRunning === false) return entry.action;
    }
    return undefined;
  }

  /** Takes out the next action, for a caller that ends it in another way. */
  pop(id?: string): PendingAction | undefined {
    const action = this.peek(id);
    if (action) this.consume(action.id);
    return action;
  }

  /** True if an action with that id is pending, also while it is being run. */
  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** True if an action is pending, also while it is being run. */
  get hasPending(): boolean {
    return this.#count > 0;
  }

  /** Returns the actions that wait, in the order in which they are resolved, without those that are being run. */
  list(): readonly PendingAction[] {
    const waiting = this.#live.filter((entry) => !entry.isRunning).map((entry) => entry.action);
    return this.order === "queue" ? waiting : waiting.reverse();
  }

  /** Yields the actions that wait and are resolved before that one, the nearest first. */
  *before(id: string): Generator<PendingAction, void> {
    const towards = this.order === "queue" ? -1 : 1;
    for (let at = this.#placeOf(this.#entryOf(id)) + towards; at >= this.#first; at += towards) {
      const entry = this.#entries[at];
      if (entry === undefined) return;
      if (!entry.isRunning) yield entry.action;
    }
  }

  /** Marks an action as being run, so that no second resolve runs it (R4). */
  start(id: string): void {
    this.#entryOf(id).isRunning = true;
  }

  /** Puts an action whose run failed back in its place (R10, R14). */
  putBack(id: string): void {
    this.#entryOf(id).isRunning = false;
  }

  /** Ends an action (R13). */
  consume(id: string): void {
    const index = this.#placeOf(this.#entryOf(id));
    this.#byId.delete(id);
    if (index !== this.#first) this.#entries.splice(index, 1);
    else if (this.#first + 1 < MOST_ENDED) this.#first += 1;
    else this.#dropEnded();
  }

  get #count(): number {
    return this.#entries.length - this.#first;
  }

  get #live(): readonly Entry[] {
    return this.#first === 0 ? this.#entries : this.#entries.slice(this.#first);
  }

  /** Drops the entries that have ended, and the first of the others. */
  #dropEnded(): void {
    this.#entries = this.#entries.slice(this.#first + 1);
    this.#first = 0;
  }

  #entryOf(id: string): Entry {
    const entry = this.#byId.get(id);
    if (!entry) throw new Error(`No pending action has the id ${id}.`);
    return entry;
  }

  /** Mostly that of the first or of the last. */
  #placeOf(entry: Entry): number {
    if (this.#entries[this.#first] === entry) return this.#first;
    return this.#entries.lastIndexOf(entry);
  }

  #indexOfFirst(): number {
    return this.order === "queue" ? this.#first : this.#entries.length;
  }

  /** After all others; in a queue, before later calls of its own batch. A stack goes by the pushing alone (R31). */
  #indexFor({ batchId, callIndex }: PendingPosition): number {
    const isInOrder = this.order === "stack" || batchId === undefined || callIndex === undefined;
    if (isInOrder) return this.#entries.length;
    let index = this.#entries.length;
    for (; index > this.#first; index -= 1) {
      const position = this.#entries[index - 1]?.position;
      if (position?.batchId !== batchId || (position.callIndex ?? 0) <= callIndex) break;
    }
    return index;
  }

  #uniqueId(wanted: string): string {
    let id = wanted;
    for (let number = 2; this.#usedIds.has(id); number += 1) id = `${wanted}-${number}`;
    this.#usedIds.add(id);
    return id;
  }
}
