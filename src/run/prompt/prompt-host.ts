import { setMaxListeners } from "node:events";
import type {
  ConversationHost,
  TurnCall,
  TurnResults,
} from "../../agent/conversation/conversation-host.ts";
import { decisionMessage } from "../../agent/conversation/decision-message.ts";
import type { OfferedTool } from "../../agent/model/model-port.ts";
import { createScope } from "../../files/scope.ts";
import type { ItemOf } from "../../model/conversation.ts";
import type { StepName } from "../../model/step-name.ts";
import { textOf } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { isRecord } from "../../shared/is-record.ts";
import type { BatchOutcome } from "../../tools/batch/batch-outcome.ts";
import type { BatchCall } from "../../tools/batch/run-tool-batch.ts";
import { FileQueue } from "../../tools/changes/file-queue.ts";
import type { TreeWatch } from "../../tree/watch-tree.ts";
import { bindCall } from "../calls/bind-call.ts";
import type { CallNotes } from "../calls/call-notes.ts";
import { offeredTools } from "../calls/offered-tools.ts";
import { endBatch, recordCall } from "../calls/record-call.ts";
import { runBatch, watchForeign } from "../calls/run-batch.ts";
import { decideAll, decideImposed } from "../decide/decide-all.ts";
import { previewFacts } from "../decide/facts-of.ts";
import type { ActionBook } from "../state/action-book.ts";
import { ModelResolver, type ResolvingTurn } from "./model-resolver.ts";
import type { PromptSurroundings } from "./prompt-surroundings.ts";
import { type PreviewSources, withPreviews } from "./with-previews.ts";

/** Runs the calls of a model as batches of its step, and has their actions decided. */
export class PromptHost implements ConversationHost {
  readonly nextBatchId: () => string;
  readonly #prompt: PromptSurroundings;
  readonly #owner: StepName;
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
    this.#until = AbortSignal.any([context.world.stop.signal, timedOut]);
    setMaxListeners(0, this.#until); // Every call of a batch listens.
    this.#tools = offeredTools(recipe, step, context);
  }

  tools(): readonly OfferedTool[] {
    return this.#tools;
  }

  async runCalls(batchId: string, calls: readonly TurnCall[]): Promise<TurnResults> {
    const { recipe, step, context } = this.#prompt;
    const { world, record, tooling } = context;
    await record.writer?.transcribed(); // The calls are in the transcript before they do anything.
    const watch = checkOnce(await watchForeign(recipe, calls, context, step));
    const turn: BoundTurn = {
      files: new FileQueue(world.root),
      running: [],
      watch,
      pendingBefore: new Set(record.book.waiting()),
    };
    const { batch, isClean } = await runBatch(
      {
        recipe,
        step,
        batchId,
        calls: await Promise.all(calls.map((call) => this.#bind(call, turn))),
        watch,
        record: ({ notes }, outcome) => {
          recordCall(this.#owner, { outcome, notes, onFailure: "informs" }, context);
          const isCustom = tooling.extensions.tools.has(outcome.tool);
          const actions = record.book.queuedBy(outcome.context);
          const queued = actions.flatMap((action) => previewFacts(action).files);
          this.#prompt.sources.noteCall(outcome, { queued, isCustom });
        },
      },
      context,
    );
    endBatch(recipe, step, batch, context);
    const { policy } = record;
    const shown = { workspace: world.workspace, scope: createScope(recipe.scope), policy };
    const results = await Promise.all(
      batch.outcomes.map((outcome) => turnResult(outcome, record.book, shown)),
    );
    const messages = await this.settle();
    const isStopped = !isClean || batch.state !== "finished" || world.stop.isEnding;
    return { results, messages, isStopped };
  }

  async #bind({ callId, tool, params, fault }: TurnCall, turn: BoundTurn): Promise<HostedCall> {
    const call = { callId, tool, params, notes: undefined };
    const refused = fault ?? this.#refusalOf(tool, params);
    if (refused !== undefined)
      return { ...call, execute: () => Promise.reject(new ToolError(refused)) };
    if (tool === "resolve") {
      const { pendingBefore } = turn;
      const resolving = { pendingBefore, othersEnded: () => othersEnded(turn) };
      return { ...call, execute: () => this.#resolver.resolve(params, resolving) };
    }
    const { recipe, step, context, sources } = this.#prompt;
    const { id, timeout, place, format } = step;
    const asStep = {
      kind: "tool",
      id,
      tool,
      params: isRecord(params) ? params : {},
      timeout,
      place,
      paramsPlace: place,
      format,
    } as const;
    const origin = { fromModel: true, untrusted: sources.isReached };
    const bound = await bindCall(
      recipe,
      asStep,
      { callId, files: turn.files, until: this.#until, isOfModel: true, ...origin },
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

  /** Returns why a call reaches no tool, if so. */
  #refusalOf(tool: string, params: unknown): string | undefined {
    const names = this.#tools.map(({ name }) => name);
    if (!names.includes(tool)) return `There is no tool \`${tool}\` here. There ${listed(names)}.`;
    return isRecord(params) ? undefined : "The parameters do not fit: they must be an object.";
  }

  async settle(): Promise<readonly ItemOf<"system">[]> {
    const { step, context } = this.#prompt;
    const { steering } = context.tooling.conversations;
    const outcomes =
      step.resolve === "policy"
        ? await decideAll(this.#owner, context, "discards")
        : await decideImposed(this.#owner, context);
    const waiting = context.record.book.waiting();
    const reminders = steering.take(waiting.map(({ pending }) => pending.id));
    return [...outcomes.map(({ report }) => decisionMessage(report)), ...reminders];
  }
}

/** The result of a call, with the previews that it queued. */
async function turnResult(
  outcome: BatchOutcome,
  book: ActionBook,
  sources: PreviewSources,
): Promise<TurnResults["results"][number]> {
  const { kind, result, context } = outcome;
  const previews = kind === "done" ? book.queuedBy(context) : [];
  return {
    text: await withPreviews(textOf(result), previews, sources),
    ...(result.isError === true ? { isError: true } : {}),
  };
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? "are none" : `are: ${names.join(", ")}`;
}

/** A call of a model; `notes` are undefined if it reached no tool. */
interface HostedCall extends BatchCall {
  readonly notes: CallNotes | undefined;
}

/** The state that the calls of one turn share. */
interface BoundTurn extends Pick<ResolvingTurn, "pendingBefore"> {
  readonly files: FileQueue;
  /** Calls other than `resolve` that have begun. */
  readonly running: Promise<unknown>[];
  readonly watch: TreeWatch | undefined;
}

/** Waits for the other calls of a batch, and for the check of the tree. All calls of a batch start at the same time. */
async function othersEnded({ running, watch }: BoundTurn): Promise<string | undefined> {
  await Promise.resolve();
  await Promise.allSettled(running);
  const written = (await watch?.changed()) ?? [];
  return written.length === 0
    ? undefined
    : "Files were written during a preview: nothing is resolved.";
}

/** A watch that checks the tree once: later writes are those of `resolve`, not of a preview. */
function checkOnce(watch: TreeWatch | undefined): TreeWatch | undefined {
  if (!watch) return undefined;
  let seen: Promise<readonly string[]> | undefined;
  return { changed: () => (seen ??= watch.changed()) };
}
