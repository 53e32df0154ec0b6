import type { CallStep } from "../../model/recipe/call-step.ts";
import { textResult } from "../../model/tool.ts";
import type { BoundCall, CallBinding } from "./bind-call.ts";

/** Returns a call that is left to the first shard: it has its place in the batch, and does nothing. */
export function leftOutCall({ kind }: CallStep, { callId }: CallBinding): BoundCall {
  return {
    callId,
    tool: kind,
    params: {},
    notes: { alerts: [], queued: [], isOver: true },
    execute: async () => textResult("Left to the first shard."),
  };
}
