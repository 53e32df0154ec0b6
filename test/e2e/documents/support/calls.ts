import type {
  BatchCall,
  BatchResult,
  HookAnswer,
  ToolExecutionContext,
  ToolHook,
} from "../../../../src/index.ts";
import { result, text } from "./handlers.ts";

type Act = (context: ToolExecutionContext) => Promise<string> | string;

/** A call whose result is its id, or the text that it computes. */
export function call(callId: string, act: Act = () => callId): BatchCall {
  const execute = async (context: ToolExecutionContext) => result(await act(context));
  return { callId, tool: "t", params: { of: [callId] }, execute };
}

/** A hook that gives an answer before the call with an id, and continues before the others. */
export function hookAt(callId: string, answer: unknown): ToolHook {
  const before = async ({ context }: { readonly context: ToolExecutionContext }) =>
    (context.callId === callId ? answer : { kind: "continue" }) as HookAnswer;
  return { before };
}

/** The outcomes of a batch: each call's id, its kind and its text. */
export function told({ outcomes }: BatchResult): string[] {
  return outcomes.map(
    ({ kind, context, result: { content } }) => `${context.callId} ${kind}: ${text({ content })}`,
  );
}
