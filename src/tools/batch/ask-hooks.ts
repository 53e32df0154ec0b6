import type { ConversationItem } from "../../model/conversation.ts";
import type { AgentToolResult } from "../../model/tool.ts";
import { frozenCopy } from "../../shared/frozen-copy.ts";
import { askListener } from "./ask-listener.ts";
import { type BatchOutcome, denied } from "./batch-outcome.ts";
import { checkedResult, hookAnswerOf, interceptorAnswerOf } from "./listener-answer.ts";
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

/** The listeners of a batch, and the signal at which none of them is waited for (T29). */
export interface Asking extends BatchListeners {
  readonly signal?: AbortSignal | undefined;
}

/** An answer that stops no other call of the batch, with the messages that interceptors add for the call. */
export interface ClearedCall {
  readonly kind: "cleared";
  readonly answer: CallAnswer | SyntheticAnswer;
  readonly items: readonly ConversationItem[];
}

/** The answer if the signal fired. */
export const STOPPED: BatchStop = { kind: "cancel", reason: "The run was stopped." };

/** Asks interceptors and hooks in order, until one of them does not let the call continue. */
export async function askBefore(
  event: ToolCallEvent,
  { interceptors = [], hooks = [], signal }: Asking,
): Promise<ClearedCall | BatchStop> {
  let own: ClearedCall["answer"] = CONTINUE;
  const items: ConversationItem[] = [];
  for (const interceptor of listed(interceptors)) {
    const ask = () => (has(interceptor, "before") ? interceptor.before?.(copyOf(event)) : CONTINUE);
    const answer = await asked("An interceptor", ask, interceptorAnswerOf, signal);
    if (answer.kind === "synthetic") own = answer;
    else if (answer.kind === "continue-with") items.push(...answer.items);
    else if (answer.kind !== "continue") return clearedOr(answer);
  }
  for (const hook of listed(hooks)) {
    const ask = () => (has(hook, "before") ? hook.before?.(copyOf(event)) : CONTINUE);
    const answer = await asked("A hook", ask, hookAnswerOf, signal);
    if (answer.kind !== "continue") return clearedOr(answer);
  }
  return { kind: "cleared", answer: own, items };
}

/** Asks interceptors and hooks about a result. Returns the outcome, and `stop` if one of them stops the batch. */
export async function askAfter(
  event: ToolCallEvent,
  outcome: BatchOutcome,
  { interceptors = [], hooks = [], signal }: Asking,
): Promise<{ readonly outcome: BatchOutcome; readonly stop?: BatchStop }> {
  let { result } = outcome;
  for (const interceptor of listed(interceptors)) {
    const ask = () =>
      has(interceptor, "after") ? interceptor.after?.(copyOf(event), copyOfResult(result)) : result;
    const answer = await asked("An interceptor", ask, changedOf, signal);
    if (answer.kind !== "changed") return refused(event, outcome, answer);
    result = answer.result;
  }
  for (const hook of listed(hooks)) {
    const ask = () =>
      has(hook, "after") ? hook.after?.(copyOf(event), copyOfResult(result)) : CONTINUE;
    const answer = await asked("A hook", ask, hookAnswerOf, signal);
    if (answer.kind !== "continue") return refused(event, outcome, answer);
  }
  return { outcome: { ...outcome, result } };
}

/** Returns listeners as a list: what a program gives in its place is one that denies (T28). */
function listed<Listener>(listeners: readonly Listener[]): readonly Listener[] {
  return Array.isArray(listeners) ? listeners : [listeners].flat();
}

/** True if a listener is to be asked then. Throws if it could never be asked: no call runs unchecked (T28). */
function has(listener: ToolHook | ToolInterceptor, moment: "before" | "after"): boolean {
  const { before, after } = listener ?? {};
  if (before === undefined && after === undefined)
    throw new Error("it has neither a function `before` nor a function `after`");
  return listener[moment] !== undefined;
}

type Refusal = Exclude<HookAnswer, { readonly kind: "continue" }>;

/** Returns the checked answer; a listener that fails, or gives none that is valid, denies (T28). */
async function asked<Answer>(
  who: string,
  ask: () => unknown,
  parse: (answer: unknown) => Answer,
  signal: AbortSignal | undefined,
): Promise<Answer | Refusal> {
  const asked = await askListener(who, async () => parse(await ask()), signal);
  switch (asked.kind) {
    case "answered":
      return asked.answer;
    case "stopped":
      return STOPPED;
    case "failed":
      return { kind: "deny", reason: asked.reason };
  }
}

function clearedOr(answer: Refusal): ClearedCall | BatchStop {
  return answer.kind === "deny" ? { kind: "cleared", answer, items: [] } : answer;
}

function refused(event: ToolCallEvent, outcome: BatchOutcome, answer: Refusal) {
  const without = denied(event, answer.reason, outcome);
  return answer.kind === "deny" ? { outcome: without } : { outcome: without, stop: answer };
}

function changedOf(result: unknown) {
  return { kind: "changed", result: checkedResult(result) } as const;
}

/** Copies a call for one listener, which cannot change it for the tool or for the next one (T28). */
function copyOf({ tool, params, context }: ToolCallEvent): ToolCallEvent {
  return Object.freeze({ tool, params: frozenCopy(params), context: frozenCopy(context) });
}

/** Copies a result; without its details if they cannot be copied, such as a function of a tool. */
function copyOfResult(result: AgentToolResult): AgentToolResult {
  try {
    return frozenCopy(result);
  } catch {
    const { content, isError } = result;
    return frozenCopy(isError === undefined ? { content } : { content, isError });
  }
}
