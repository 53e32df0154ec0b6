import type { ToolExecutionContext } from "../../model/tool.ts";

type CallPlace = Pick<ToolExecutionContext, "batchId" | "callIndex">;

/**
 * The turns of the built-in calls of a batch, which push in call order: a stack goes by the order of pushing, and a run
 * must not depend on timing (R31). No turn waits for a custom tool, which may itself wait for a later call (T6).
 */
export class CallTurns {
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
