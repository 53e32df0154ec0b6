import { setMaxListeners } from "node:events";
import type {
  ConversationHost,
  TurnCall,
  TurnResults,
} from "../../agent/conversation/conversation-host.ts";
import { decisionMessage } from "../../agent/conversation/decision-message.ts";
import type { OfferedTool } from "../../agent/model/model-port.ts";
import type { ItemOf } from "../../model/conversation.ts";
import { textOf } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { PendingAction } from "../../resolve/pending-action.ts";
import { isRecord } from "../../shared/is-record.ts";
import { FileQueue } from "../../tools/file-queue.ts";
import type { BatchCall } from "../../tools/run-tool-batch.ts";
import { bindCall } from "../calls/bind-call.ts";
import { offeredTools } from "../calls/offered-tools.ts";
import { endBatch, recordOutcome } from "../calls/record-outcomes.ts";
import { runBatch, watchForeign } from "../calls/run-batch.ts";
import { decideAll, decideImposed } from "../decide/decide-all.ts";
import { previewOf } from "../decide/preview-of.ts";
import type { TreeWatch } from "../tree/watch-tree.ts";
import { ModelResolver, type ResolvingTurn } from "./model-resolver.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import { withPreviews } from "./with-previews.ts";

/** Runs the calls of a model as batches of its step, and has what they queue decided. */
export class PromptHost implements ConversationHost {
  readonly nextBatchId: () => string;
  readonly #prompt: PromptSurroundings;
  readonly #owner: { readonly recipe: string; readonly step: string };
  readonly #resolver: ModelResolver;
  readonly #until: AbortSignal;
  readonly #tools: readonly OfferedTool[];

  /** `timedOut` fires when the time of the step is up. */
  constructor(prompt: PromptSurroundings, timedOut: AbortSignal) {
    const { recipe, step, context } = prompt;
    this.#prompt = prompt;
    this.nextBatchId = prompt.nextBatchId;
    this.#owner = { recipe: recipe.name, step: step.id };
    this.#resolver = new ModelResolver(this.#owner, context);
    this.#until = AbortSignal.any([context.stop.signal, timedOut]);
    setMaxListeners(0, this.#until); // Every call of a batch listens.
    this.#tools = offeredTools(recipe, step, context);
  }

  tools(): readonly OfferedTool[] {
    return this.#tools;
  }

  async runCalls(batchId: string, calls: readonly TurnCall[]): Promise<TurnResults> {
    const { recipe, step, context } = this.#prompt;
    await context.writer?.transcribed(); // What is called is written down before it does anything.
    const watch = onceLooked(await watchForeign(recipe, calls, context));
    const pendingBefore = new Set(context.session.pending.list().map(({ id }) => id));
    const turn: BoundTurn = {
      files: new FileQueue(context.root),
      ...{ running: [], watch, pendingBefore },
    };
    const { batch, isClean } = await runBatch(
      {
        ...{ recipe, step, batchId },
        calls: calls.map((call) => this.#bind(call, turn)),
        ...(watch ? { watch } : {}),
        record: (outcome) => {
          recordOutcome(recipe, step, outcome, context, "told");
          const isCustom = context.extensions.tools.has(outcome.tool);
          const actions = this.#queuedBy(outcome.context.callId);
          const queued = actions.flatMap((action) => previewOf(action).facts.files);
          this.#prompt.sources.noteCall(outcome, { queued, isCustom });
        },
      },
      context,
    );
    endBatch(recipe, step, batch, context);
    const results = batch.outcomes.map((outcome) => {
      const { result, context: call } = outcome;
      const previews = outcome.kind === "done" ? this.#queuedBy(call.callId) : [];
      return {
        text: withPreviews(textOf(result), previews),
        ...(result.isError === true ? { isError: true } : {}),
      };
    });
    const messages = await this.settle();
    const isStopped = !isClean || batch.state !== "finished" || context.stop.signal.aborted;
    return { results, messages, isStopped };
  }

  #bind({ callId, tool, params, fault }: TurnCall, turn: BoundTurn): BatchCall {
    const call = { callId, tool, params };
    const refused = fault ?? this.#refusalOf(tool, params);
    if (refused !== undefined)
      return { ...call, execute: () => Promise.reject(new ToolError(refused)) };
    if (tool === "resolve") {
      const { pendingBefore } = turn;
      const resolving = { pendingBefore, othersEnded: () => othersEnded(turn) };
      return { ...call, execute: () => this.#resolver.resolve(params, resolving) };
    }
    const { recipe, step, context, sources } = this.#prompt;
    const { id, timeout, place } = step;
    const own = isRecord(params) ? params : {};
    const asStep = {
      kind: "tool",
      id,
      tool,
      params: own,
      timeout,
      place,
      paramsPlace: place,
    } as const;
    const origin = { fromModel: true, untrusted: sources.isReached };
    const bound = bindCall(
      recipe,
      asStep,
      { callId, files: turn.files, until: this.#until, ...origin },
      context,
    );
    return {
      ...bound,
      execute(given) {
        const running = bound.execute(given);
        turn.running.push(running);
        return running;
      },
    };
  }

  /** Why a call reaches no tool. */
  #refusalOf(tool: string, params: unknown): string | undefined {
    const names = this.#tools.map(({ name }) => name);
    if (!names.includes(tool))
      return `There is no tool \`${tool}\` here. There ${names.length === 0 ? "are none" : `are: ${names.join(", ")}`}.`;
    return isRecord(params) ? undefined : "The parameters do not fit: they must be an object.";
  }

  /** What a call has queued. */
  #queuedBy(callId: string): readonly PendingAction[] {
    const { session, origins } = this.#prompt.context;
    return session.pending.list().filter(({ id }) => origins.get(id)?.context.callId === callId);
  }

  async settle(): Promise<readonly ItemOf<"system">[]> {
    const { step, context } = this.#prompt;
    const { session, steering } = context;
    const ended =
      step.resolve === "policy"
        ? await decideAll(this.#owner, context, "told")
        : await decideImposed(this.#owner, context);
    const reminders = steering.take(session.pending.list().map(({ id }) => id));
    return [...ended.map(({ report }) => decisionMessage(report)), ...reminders];
  }
}

/** What the calls of one turn share. */
interface BoundTurn extends Pick<ResolvingTurn, "pendingBefore"> {
  readonly files: FileQueue;
  /** Calls other than `resolve` that have begun. */
  readonly running: Promise<unknown>[];
  readonly watch: TreeWatch | undefined;
}

/** All calls of a batch are started in one go; `resolve` then waits for the others, and for the look at the tree. */
async function othersEnded({ running, watch }: BoundTurn): Promise<string | undefined> {
  await Promise.resolve();
  await Promise.allSettled(running);
  const written = (await watch?.changed()) ?? [];
  return written.length === 0
    ? undefined
    : "Files were written during a preview: nothing is resolved.";
}

/** A watch that looks once: what `resolve` writes afterwards is no preview's doing. */
function onceLooked(watch: TreeWatch | undefined): TreeWatch | undefined {
  if (!watch) return undefined;
  let seen: Promise<readonly string[]> | undefined;
  return { changed: () => (seen ??= watch.changed()) };
}
