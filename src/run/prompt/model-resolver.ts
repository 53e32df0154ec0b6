import { decisionText } from "../../agent/conversation/decision-message.ts";
import type { ActionState } from "../../model/report/report.ts";
import type { StepName } from "../../model/step-name.ts";
import { type AgentToolResult, textResult } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import {
  findResolvable,
  type ResolveRequest,
  resolveDetails,
  resolvePending,
} from "../../resolve/resolve-pending.ts";
import { createResolveTool } from "../../tools/resolve-tool.ts";
import { decideAction } from "../decide/decide-action.ts";
import { recordOutcome } from "../decide/decide-all.ts";
import { noteConflicts } from "../decide/note-conflicts.ts";
import { proveOutcomes } from "../proof/prove-outcomes.ts";
import type { ActionRecord } from "../state/action-book.ts";
import type { RunContext, RunRecord } from "../state/run-context.ts";

/** `resolve` as a model calls it: the model asks, and the policy has the last word. */
export class ModelResolver {
  readonly #owner: StepName;
  readonly #context: RunContext;
  #last: Promise<unknown> = Promise.resolve();

  constructor(owner: StepName, context: RunContext) {
    this.#owner = owner;
    this.#context = context;
  }

  /**
   * Ends an action as a call asks, after the other calls of its batch and after earlier calls of `resolve`: the
   * outcome of a batch does not depend on timing. Rejects with a `ToolError` as `resolve` does.
   */
  async resolve(params: unknown, turn: ResolvingTurn): Promise<AgentToolResult> {
    const { record, tooling } = this.#context;
    const { session } = record;
    const request = tooling.conversations.redact(
      createResolveTool(session).parameters.parse(params),
    );
    const work = this.#last.then(turn.othersEnded).then((refusal) => {
      if (refusal !== undefined) throw new ToolError(refusal);
      return this.#end(request, turn.pendingBefore);
    });
    this.#last = work.catch(() => undefined); // Reported to the caller.
    return work;
  }

  async #end(
    request: ResolveRequest,
    pendingBefore: ReadonlySet<ActionRecord>,
  ): Promise<AgentToolResult> {
    const { record } = this.#context;
    const { session, book } = record;
    if (!session.pending.hasPending) return resolvePending(session, request); // R2, R3, R19.
    const action = findSeen(record, request.id, pendingBefore);
    noteConflicts(book);
    const decided = await decideAction(action, this.#context, request);
    if (session.pending.has(action.pending.id)) throw decided.error; // It can be asked for again (R10).
    const [outcome = decided] = await proveOutcomes([decided], "rule", this.#context);
    recordOutcome(action, outcome, this.#owner, record);
    const { report, answer } = outcome;
    const isAsDone = DONE[request.action].includes(report.state);
    const text = [...(answer ? [answer] : []), decisionText(report)].join("\n");
    const result = textResult(text, resolveDetails(action.pending, request));
    return isAsDone ? result : { ...result, isError: true };
  }
}

/** The batch that a call of `resolve` belongs to. */
export interface ResolvingTurn {
  /** The actions that were pending before the batch: only those has the model seen. */
  readonly pendingBefore: ReadonlySet<ActionRecord>;
  /** Resolves once every other call is over; to a sentence if nothing may be resolved then. */
  readonly othersEnded: () => Promise<string | undefined>;
}

/** Finds the action as R19 does, among those that the model has seen. */
function findSeen(
  { session, book }: RunRecord,
  id: string | undefined,
  seen: ReadonlySet<ActionRecord>,
): ActionRecord {
  const found = findResolvable(session, id);
  const action = found && book.of(found);
  if (action && seen.has(action)) return action;
  const next = id === undefined ? book.waiting().find((other) => seen.has(other)) : undefined;
  if (next) return next;
  throw new ToolError(
    found
      ? "It was queued beside this call. Look at its result, and resolve it in the next turn."
      : `No pending action has the id \`${id}\`.`,
  );
}

/** The states of an action that was ended as the model asked. */
const DONE: Readonly<Record<ResolveRequest["action"], readonly ActionState[]>> = {
  apply: ["applied", "would-apply", "pending"],
  discard: ["discarded"],
};
