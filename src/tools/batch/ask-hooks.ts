import { messageOf } from "../../shared/message-of.ts";
import { type BatchOutcome, denied } from "./batch-outcome.ts";
import {
  type BatchStop,
  type CallAnswer,
  CONTINUE,
  type HookAnswer,
  type SyntheticAnswer,
  type ToolCallEvent,
  type ToolHook,
  type ToolInterceptor,
} from "./tool-hook.ts";

/** The hooks and interceptors of a batch. Default: none. */
export interface BatchListeners {
  readonly hooks?: readonly ToolHook[];
  /** Asked before the hooks. */
  readonly interceptors?: readonly ToolInterceptor[];
}

/** An answer that stops no other call of the batch. */
export type Cleared = CallAnswer | SyntheticAnswer;

/** Asks interceptors and hooks in order. Returns the first answer that is not `continue`. */
export async function askBefore(
  event: ToolCallEvent,
  { interceptors = [], hooks = [] }: BatchListeners,
): Promise<Cleared | BatchStop> {
  let own: Cleared = CONTINUE;
  for (const interceptor of interceptors) {
    const answer = (await interceptor.before?.(event)) ?? CONTINUE;
    if (answer.kind === "synthetic") own = answer;
    else if (answer.kind !== "continue") return answer;
  }
  for (const hook of hooks) {
    const answer = await asked(() => hook.before?.(event));
    if (answer.kind !== "continue") return answer;
  }
  return own;
}

/** Asks interceptors and hooks about a result. Returns the outcome, and `stop` if a hook stops the batch. */
export async function askAfter(
  event: ToolCallEvent,
  outcome: BatchOutcome,
  { interceptors = [], hooks = [] }: BatchListeners,
): Promise<{ readonly outcome: BatchOutcome; readonly stop?: BatchStop }> {
  let { result } = outcome;
  for (const interceptor of interceptors)
    result = (await interceptor.after?.(event, result)) ?? result;
  for (const hook of hooks) {
    const answer = await asked(() => hook.after?.(event, result));
    if (answer.kind === "continue") continue;
    const refused = denied(event, answer.reason, outcome);
    return answer.kind === "deny" ? { outcome: refused } : { outcome: refused, stop: answer };
  }
  return { outcome: { ...outcome, result } };
}

/** Returns the answer of a hook; a hook that fails denies. */
async function asked(ask: () => Promise<HookAnswer> | undefined): Promise<HookAnswer> {
  try {
    return (await ask()) ?? CONTINUE;
  } catch (error) {
    const message = messageOf(error);
    return { kind: "deny", reason: `A hook failed: ${message}` };
  }
}
