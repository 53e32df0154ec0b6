import { decisionText } from "../../agent/conversation/decision-message.ts";
import type { ActionState } from "../../model/report/report.ts";
import { type AgentToolResult, DIRECT_CALL, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { findResolvable, type ResolveRequest } from "../../resolve/resolve-pending.ts";
import type { Session } from "../../resolve/session.ts";
import { createResolveTool } from "../../tools/resolve-tool.ts";
import { decideAction } from "../decide/decide-action.ts";
import { conflictsNow, recordEnd } from "../decide/decide-all.ts";
import type { RunContext } from "../state/run-context.ts";

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
   * Ends an action as a call asks, once the rest of its batch is over and after the calls of `resolve` before it: what a
   * batch comes to does not depend on timing. Rejects with a `ToolError` as `resolve` does.
   */
  async resolve(params: unknown, turn: ResolvingTurn): Promise<AgentToolResult> {
    const { session, redact } = this.#context;
    const request = redact(createResolveTool(session).parameters.parse(params));
    const work = this.#last.then(turn.othersEnded).then((refusal) => {
      if (refusal !== undefined) throw new ToolError(refusal);
      return this.#end(request, turn.pendingBefore);
    });
    this.#last = work.catch(() => undefined); // Told by whoever called.
    return work;
  }

  async #end(
    request: ResolveRequest,
    pendingBefore: ReadonlySet<string>,
  ): Promise<AgentToolResult> {
    const { session, stop } = this.#context;
    if (!session.pending.hasPending())
      return createResolveTool(session).execute(request, DIRECT_CALL, stop.signal); // R2, R3, R19.
    const action = findSeen(session, request.id, pendingBefore);
    const basis = { conflicts: conflictsNow(this.#context), asked: request };
    const ended = await decideAction(action, basis, this.#context);
    if (session.pending.has(action.id)) throw ended.error; // It can be asked for again (R10).
    recordEnd(ended, this.#owner, this.#context);
    const { report, answer } = ended;
    const isAsDone = DONE[request.action].includes(report.state);
    const result = textResult([...(answer ? [answer] : []), decisionText(report)].join("\n"));
    return isAsDone ? result : { ...result, isError: true };
  }
}

/** The batch that a call of `resolve` is a part of. */
export interface ResolvingTurn {
  /** Ids of what was pending before the batch: only that has the model seen, and only that has been judged. */
  readonly pendingBefore: ReadonlySet<string>;
  /** Answers once every other call is over; a sentence where nothing may be resolved then. */
  readonly othersEnded: () => Promise<string | undefined>;
}

/** The action that is asked for, as R19 finds it among those that the model has seen. */
function findSeen(
  session: Session,
  id: string | undefined,
  seen: ReadonlySet<string>,
): PendingAction {
  const found = findResolvable(session, id);
  if (found && seen.has(found.id)) return found;
  const next =
    id === undefined ? session.pending.list().find((action) => seen.has(action.id)) : undefined;
  if (next) return next;
  throw new ToolError(
    found
      ? "It was queued beside this call. Look at its result, and resolve it in the next turn."
      : `No pending action has the id \`${id}\`.`,
  );
}

/** How an action ends where the policy lets the model have its way. */
const DONE: Readonly<Record<ResolveRequest["action"], readonly ActionState[]>> = {
  apply: ["applied", "would-apply", "pending"],
  discard: ["discarded"],
};
