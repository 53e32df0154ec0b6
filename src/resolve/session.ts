import type { PendingAction } from "./pending-action.ts";
import { PendingActionStore, type ResolveOrder } from "./pending-action-store.ts";
import type { ReminderHooks } from "./reminder.ts";
import { inFlightActionId } from "./resolve-directive.ts";
import { StandingHandler } from "./standing-handler.ts";
import { ToolChoiceQueue } from "./tool-choice-queue.ts";

/** The behaviour of a session; every field has a default. */
export interface SessionOptions extends ReminderHooks {
  /** The folder that the paths of this session start from, for its tools. Nothing in `resolve/` reads it. */
  readonly root?: string;
  /** Default `queue`. */
  readonly order?: ResolveOrder;
  /** The limit of actions, including those that have ended. Default: see model/input-limits.ts. */
  readonly maxActions?: number;
  /** A discard with nothing pending succeeds (R3). Default false. */
  readonly lenientDiscard?: boolean;
  /**
   * `named`: the provider can be forced to call a named tool, and every queued preview also queues a directive that
   * forces `resolve`. `none`, the default: a preview is pending all the same (R26).
   */
  readonly toolChoices?: "named" | "none";
  /**
   * Gets an action that no forced turn resolved, and that is forced no more (Q12). The action is still pending: the
   * caller ends it, with the policy's default verdict and this reason.
   */
  readonly onUnresolved?: (action: PendingAction, reason: string) => void;
}

/** The pending actions of one run, and the choices that make a model resolve them. */
export interface Session {
  readonly pending: PendingActionStore;
  /** Serves a resolve that meets no pending action (R19–R21). */
  readonly standing: StandingHandler;
  /** The choices of coming turns. They never decide which action is pending (R25). */
  readonly toolChoices: ToolChoiceQueue;
  readonly options: SessionOptions;
  /** True if an action is pending, also while it is being run. */
  readonly hasPending: boolean;
  /** Returns the action that the forced `resolve` in flight would end (R19); undefined without one. */
  peekQueueInvoker(): PendingAction | undefined;
}

/** Creates a session with nothing pending. */
export function createSession(options: SessionOptions = {}): Session {
  const pending = new PendingActionStore(options.order ?? "queue", options.maxActions);
  const toolChoices = new ToolChoiceQueue({
    onCallbackError: (error) => options.onHookError?.(error),
  });
  return {
    pending,
    standing: new StandingHandler(),
    toolChoices,
    options,
    get hasPending() {
      return pending.hasPending;
    },
    peekQueueInvoker() {
      const id = inFlightActionId(toolChoices);
      return id === undefined ? undefined : pending.peek(id);
    },
  };
}
