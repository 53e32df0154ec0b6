import { resolve } from "node:path";
import type { Alert } from "../../model/alert.ts";
import { type CallKindName, type CallStep, isOwnModule } from "../../model/recipe/call-step.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { DealtShard } from "../../model/search/shard.ts";
import type { StepFindings } from "../../model/search/step-found.ts";
import { type AgentToolResult, type ToolExecutionContext, textResult } from "../../model/tool.ts";
import { CancelledError, LeftAloneError } from "../../model/tool-error.ts";
import { runAstEdit } from "../../tools/ast-edit/ast-edit-tool.ts";
import type { BatchCall } from "../../tools/batch/run-tool-batch.ts";
import type { PreviewQueue } from "../../tools/changes/file-preview.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import { imposeOnQueued } from "../decide/impose-decision.ts";
import type { ActionOrigin } from "../state/action-origin.ts";
import type { RunContext } from "../state/run-context.ts";
import type { CallNotes } from "./call-notes.ts";
import { classOf } from "./class-of.ts";
import { keepPrinted } from "./keep-printed.ts";
import { proposesForModel } from "./proposes-for-model.ts";
import { type CallContext, callContext } from "./step-tools.ts";

/** The circumstances of a call. */
export interface CallBinding extends Pick<ActionOrigin, "fromModel" | "untrusted"> {
  readonly callId: string;
  /** One for all calls of the batch (T17). */
  readonly files: FileQueue;
  /** Fires when the call is no longer waited for. Default: when the run is to end. */
  readonly until?: AbortSignal;
  /** The part of the files that the call has; `none` if it is left to the first shard. Default: all. */
  readonly share?: Pick<DealtShard, "has"> | "none" | "merged" | undefined;
  /** A model made the call: a file that is left alone is refused. Otherwise it is skipped. */
  readonly isOfModel?: boolean;
}

/** A call that is bound to its tool, and its notes: alerts are reported in call order, after the batch. */
export interface BoundCall extends BatchCall {
  readonly notes: CallNotes;
}

/** The context of one call; `until` fires when it is no longer waited for. */
type BoundContext = CallContext & { readonly until: AbortSignal };

/** The code that carries out the calls of one kind: it previews and queues, and never writes (A1). */
interface Runner<Step> {
  run(step: Step, context: BoundContext, call: ToolExecutionContext): Promise<AgentToolResult>;
}

/** Loads the code of a kind. Most is loaded only if a recipe has such a step. */
type Binding<Step> = () => Promise<Runner<Step>>;

const BINDINGS: {
  readonly [Kind in CallKindName]: Binding<Extract<CallStep, { kind: Kind }>>;
} = {
  ast_edit: async () => ({ run: runAstEdit }),
  find: async () => ({ run: (await import("../../tools/find/find-tool.ts")).runFind }),
  tool: async () => ({ run: (await import("./create-tools.ts")).callTool }),
  async transform() {
    const { runTransform } = await import("../../tools/transform/transform-tool.ts");
    return {
      async run({ params }, context, call) {
        const { loader, root } = context;
        if (loader === undefined) throw new Error("Only recipes have transforms.");
        const { files } = loader;
        const changedCode = (module: string) =>
          isOwnModule(module) ? files.changedIn(loader.note(resolve(root, module))) : undefined;
        return runTransform(params, { ...context, code: loader.code, changedCode }, call);
      },
    };
  },
  async command() {
    const { runCommandStep } = await import("../../tools/command/command-tool.ts");
    return {
      async run({ params }, context, call) {
        const { loader, shadows, root, workspace } = context;
        if (loader === undefined || shadows === undefined)
          throw new Error("Only recipes have commands.");
        const laid = (workspace.laidOver?.() ?? []).map((path) => resolve(root, path));
        const changedCode = (run: readonly string[]) => loader.files.changedInCommand(run, laid);
        return runCommandStep(params, { ...context, shadows, changedCode }, call);
      },
    };
  },
  async patch() {
    const { runPatchStep } = await import("../../tools/patch/patch-tool.ts");
    return { run: ({ params }, context, call) => runPatchStep(params, context, call) };
  },
};

/** The runner of a call that only has its place in the batch. */
const LEFT_OUT: Runner<CallStep> = { run: async () => textResult("Left to the first shard.") };

/**
 * Binds a call of a recipe, or of a model, to its tool. Each preview that it queues gets its record in the book. Loads
 * the code of its kind now: a call that loaded it after its start would be overtaken by later calls (T5).
 */
export async function bindCall(
  recipe: Recipe,
  step: CallStep,
  binding: CallBinding,
  context: RunContext,
): Promise<BoundCall> {
  const { callId, share, until = context.world.stop.signal } = binding;
  const runner: Runner<CallStep> = share === "none" ? LEFT_OUT : await BINDINGS[step.kind]();
  const notes: CallNotes = { alerts: [], queued: [], isOver: false };
  const tool = step.kind === "tool" ? step.tool : step.kind;
  const given = { ...contextOf(recipe, step, binding, { context, notes, tool }), until };
  return {
    callId,
    tool,
    params: step.params,
    notes,
    async execute(call) {
      const endTurn = beginTurn(tool, call, context);
      try {
        return await runner.run(step, given, call);
      } catch (error) {
        if (!(error instanceof LeftAloneError) || binding.isOfModel) throw error;
        return skipLeftAlone(error, notes);
      } finally {
        notes.isOver = true; // Nothing is queued after the end of a call.
        await imposeOnQueued(recipe, notes.queued, context).finally(endTurn);
      }
    },
  };
}

/** Notes a file that a call of the recipe leaves alone: the step goes on. */
function skipLeftAlone({ path, why, message }: LeftAloneError, notes: CallNotes): AgentToolResult {
  const code = "held-before";
  notes.findings = {
    searched: [],
    skipped: [{ path, why: code, detail: why }],
    alerts: [{ level: "warn", code, message, path }],
  };
  return textResult(message);
}

/** Begins the turn of a built-in call, if its actions are ordered by their pushing. */
function beginTurn(
  tool: string,
  call: ToolExecutionContext,
  { record: { book, session }, tooling: { extensions } }: RunContext,
): (() => void) | undefined {
  const isOrdered = session.pending.order === "stack" && !extensions.tools.has(tool);
  return isOrdered ? book.turns.begin(call) : undefined;
}

type OnQueued = NonNullable<PreviewQueue["onQueued"]>;
type OnApplied = NonNullable<PreviewQueue["onApplied"]>;

/** The time limit of what an action of `ast_edit` does: as long as the run. */
const NO_LIMIT = 2 ** 31 - 1;

function contextOf(
  recipe: Recipe,
  step: CallStep,
  { callId, files, fromModel, untrusted, share }: CallBinding,
  {
    context,
    notes,
    tool,
  }: { readonly context: RunContext; readonly notes: CallNotes; readonly tool: string },
): CallContext {
  const { book, session, leftAlone } = context.record;
  const owner = { recipe: recipe.name, step: step.id };
  const ofStep = {
    session,
    owner,
    files,
    leftAlone,
    format: step.format,
    shard: typeof share === "string" ? undefined : share,
    record: share === undefined ? undefined : context.tooling.records?.of(owner),
    timeout: step.kind === "tool" ? step.timeout : NO_LIMIT,
    turn: async (call: ToolExecutionContext) => {
      await book.turns.reach(call);
      if (notes.isOver) throw new CancelledError("The call was ended before it queued anything.");
    },
    onQueued(...[action, preview, call]: Parameters<OnQueued>) {
      const isOfModel = fromModel || proposesForModel(step, context);
      const said = { class: classOf(step, preview), untrusted };
      const origin = { ...owner, tool, context: call, fromModel: isOfModel, ...said };
      notes.queued.push(book.add(action, preview, origin));
    },
    onApplied(...[action, changes]: Parameters<OnApplied>) {
      book.of(action).written = changes;
    },
    onSearched: (findings: NonNullable<CallNotes["findings"]>) =>
      void Object.assign(notes, { findings }),
    onFound: (found: StepFindings) => void Object.assign(notes, { found }),
    onAlert: (alert: Alert) => notes.alerts.push(alert),
    onPrinted: (text: string) =>
      context.world.emit({ type: "log", level: "info", message: text.trimEnd() }),
    printed: keepPrinted(step, owner, context.record.writer, notes.alerts),
    onProgress: (done: number, total: number) =>
      context.world.emit({ type: "progress", ...owner, callId, done, total }),
  };
  return callContext(recipe, ofStep, context);
}
