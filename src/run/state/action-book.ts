import type { Preview } from "../../model/action/action-preview.ts";
import type { FileChange } from "../../model/action/preview.ts";
import type { Decision } from "../../model/policy.ts";
import type { ActionReport } from "../../model/report/report.ts";
import type { ToolExecutionContext } from "../../model/tool.ts";
import type { PendingAction, ResolveExtra } from "../../resolve/pending-action.ts";
import type { Session } from "../../resolve/session.ts";
import type { ActionOrigin } from "./action-origin.ts";

/** A pending action and everything that the run knows about it. */
export interface ActionRecord {
  readonly pending: PendingAction;
  readonly preview: Preview;
  readonly origin: ActionOrigin;
  /** Ids of other waiting actions whose edits overlap with those of this one. */
  conflicts: readonly string[];
  /** The changes as an apply wrote them. */
  written?: readonly FileChange[];
  /** A decision that something other than the policy made. */
  imposed?: Decision;
  /** The error of its first apply, in place of which it was previewed again. */
  retried?: string;
  /** Its `reject` was called (R28). */
  isTold?: true;
  /** The reason why the model that was to resolve the action did not (Q12). */
  unresolved?: string;
}

/** A call of this run. Its `callId` is not enough: in another conversation it may be that of another call. */
export type CallName = Pick<ToolExecutionContext, "batchId" | "callIndex">;

/** The parts of the report of an action that its `reject` gets. */
type ClosingReport = Pick<ActionReport, "state" | "reason" | "result" | "extra">;

const NOT_APPLIED = "The run ended without applying this action.";
const UNDECIDED = "The run ended before this action was decided.";

/** An action that ended without having been applied, and whose `reject` was not called yet. */
export interface UntoldAction {
  readonly action: ActionRecord;
  readonly reason: string;
  /** Data of the model that resolved it. */
  readonly extra: ResolveExtra | undefined;
}

/** The records of all pending actions. A record is made where a preview is queued, and is dropped with its outcome. */
export class ActionBook {
  /** The turns of the built-in calls that push actions. */
  readonly turns = new CallTurns();
  readonly #untold: UntoldAction[] = [];
  readonly #session: Session;
  readonly #records = new Map<string, ActionRecord>();

  constructor(session: Session) {
    this.#session = session;
  }

  add(pending: PendingAction, preview: Preview, origin: ActionOrigin): ActionRecord {
    const record: ActionRecord = { pending, preview, origin, conflicts: [] };
    this.#records.set(pending.id, record);
    return record;
  }

  /** The record of a pending action. */
  of({ id }: Pick<PendingAction, "id">): ActionRecord {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`The pending action ${id} has no record.`);
    return record;
  }

  /** The actions that wait, in the order in which they are resolved. */
  waiting(): readonly ActionRecord[] {
    return this.#session.pending.list().map((pending) => this.of(pending));
  }

  /** The action that is resolved next. */
  next(): ActionRecord | undefined {
    const pending = this.#session.pending.peek();
    return pending && this.of(pending);
  }

  /** The waiting actions that one call queued. */
  queuedBy({ batchId, callIndex }: CallName): readonly ActionRecord[] {
    return this.waiting().filter(
      ({ origin: { context } }) => context.batchId === batchId && context.callIndex === callIndex,
    );
  }

  /** Drops the record of an action that has its outcome. */
  close(action: ActionRecord, { state, reason, result, extra }: ClosingReport): void {
    this.#records.delete(action.pending.id);
    const why = (state === "failed" ? result : reason) ?? NOT_APPLIED;
    // Without a `reject` it is dropped whole: of many actions the previews are most of the memory.
    if (state !== "applied" && action.pending.reject !== undefined)
      this.#untold.push({ action, reason: why, extra });
  }

  /** The actions whose `reject` is still to be called: ended ones that were not applied, and those that wait (R28). */
  get untold(): readonly UntoldAction[] {
    const left = this.waiting().map((action) => ({ action, reason: UNDECIDED, extra: undefined }));
    return [...this.#untold, ...left].filter(
      ({ action: { isTold, pending } }) => isTold === undefined && pending.reject !== undefined,
    );
  }
}

/**
 * The turns of the built-in calls of a batch, which push in call order: a stack goes by the order of pushing, and a run
 * must not depend on timing (R31). No turn waits for a custom tool, which may itself wait for a later call (T6).
 */
class CallTurns {
  /** The ends of the calls that have begun, by batch and by their order in it. */
  readonly #ends = new Map<string, Map<number, Promise<void>>>();

  /** Notes a call; called at once when it begins. Returns the function that ends its turn. */
  begin({ batchId, callIndex }: CallPlace): () => void {
    const calls = this.#ends.get(batchId) ?? new Map<number, Promise<void>>();
    this.#ends.set(batchId, calls);
    let end: () => void = () => undefined;
    calls.set(callIndex, new Promise((resolve) => (end = resolve)));
    return () => {
      calls.delete(callIndex);
      if (calls.size === 0) this.#ends.delete(batchId);
      end();
    };
  }

  /** Resolves once every earlier call of the batch has ended. */
  async reach({ batchId, callIndex }: CallPlace): Promise<void> {
    const calls = [...(this.#ends.get(batchId) ?? [])];
    await Promise.all(calls.map(([index, end]) => (index < callIndex ? end : undefined)));
  }
}

type CallPlace = Pick<ToolExecutionContext, "batchId" | "callIndex">;
