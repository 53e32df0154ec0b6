import { decisionText } from "../agent/decision-message.ts";
import type { ActionState } from "../model/report.ts";
import { type AgentToolResult, DIRECT_CALL, textResult } from "../model/tool.ts";
import { findResolvable, type ResolveRequest } from "../resolve/resolve-pending.ts";
import { createResolveTool } from "../tools/resolve-tool.ts";
import { conflictsNow, recordEnd } from "./decide-all.ts";
import { decideAction } from "./decide-pending.ts";
import type { RunContext } from "./run-context.ts";

/** `resolve` in the hands of a model: it asks, and the policy has the last word. */
export class ModelResolver {
  readonly #owner: { readonly recipe: string; readonly step: string };
  readonly #context: RunContext;
  #last: Promise<unknown> = Promise.resolve();

  constructor(owner: { readonly recipe: string; readonly step: string }, context: RunContext) {
    this.#owner = owner;
    this.#context = context;
  }

  /**
   * Ends an action as a call asks, once `others`, the rest of its batch, are over, and after the calls of `resolve` before
   * it: what a batch comes to does not depend on timing. Rejects with a `ToolError` as `resolve` does.
   */
  async resolve(params: unknown, others: () => Promise<unknown>): Promise<AgentToolResult> {
    const { session, redact } = this.#context;
    const request = redact(createResolveTool(session).parameters.parse(params));
    const work = this.#last.then(others).then(() => this.#end(request));
    this.#last = work.catch(() => undefined); // Told by whoever called.
    return work;
  }

  async #end(request: ResolveRequest): Promise<AgentToolResult> {
    const { session, stop } = this.#context;
    const action = findResolvable(session, request.id);
    if (!action) return createResolveTool(session).execute(request, DIRECT_CALL, stop.signal); // R2, R3, R19.
    const basis = { conflicts: conflictsNow(this.#context), asked: request };
    const ended = await decideAction(action, basis, this.#context);
    if (session.pending.has(action.id)) throw ended.error; // It can be asked for again (R10).
    recordEnd(ended, this.#owner, this.#context);
    const { report } = ended;
    const isAsDone = DONE[request.action].includes(report.state);
    const result = textResult(decisionText(report));
    return isAsDone ? result : { ...result, isError: true };
  }
}

/** How an action ends where the policy lets the model have its way. */
const DONE: Readonly<Record<ResolveRequest["action"], readonly ActionState[]>> = {
  apply: ["applied", "would-apply", "pending"],
  discard: ["discarded"],
};
