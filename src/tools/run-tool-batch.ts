import type { AgentToolResult, ToolExecutionContext } from "../model/tool.ts";

/** One call of a batch, bound to its tool and parameters. */
export interface BatchCall {
  readonly callId: string;
  execute(context: ToolExecutionContext): Promise<AgentToolResult>;
}

/** How one call of a batch ended. */
export type BatchOutcome =
  | {
      readonly kind: "done";
      readonly context: ToolExecutionContext;
      readonly result: AgentToolResult;
    }
  | { readonly kind: "failed"; readonly context: ToolExecutionContext; readonly error: unknown };

/**
 * Runs the calls of one batch concurrently (T5) under one batch id (T2) and answers their outcomes
 * in call order (T12). A call that fails does not stop its siblings (T13).
 */
export async function runToolBatch(
  batchId: string,
  calls: readonly BatchCall[],
): Promise<readonly BatchOutcome[]> {
  return Promise.all(
    calls.map(async (call, callIndex): Promise<BatchOutcome> => {
      const context = { callId: call.callId, batchId, callIndex };
      try {
        return { kind: "done", context, result: await call.execute(context) };
      } catch (error) {
        return { kind: "failed", context, error };
      }
    }),
  );
}
