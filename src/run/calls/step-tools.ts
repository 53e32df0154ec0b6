import { resolve } from "node:path";
import type { Extensions } from "../../config/prepare/extensions.ts";
import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { createScope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import {
  type AstEditParams,
  type CallKindName,
  type CallStep,
  isOwnModule,
} from "../../model/recipe/call-step.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { astEditJsonSchema, loadAstEditCall } from "../../recipe/load-call.ts";
import { TimeLimitError, withTimeLimit } from "../../shared/process/time-limit.ts";
import { runAstEdit } from "../../tools/ast-edit/ast-edit-tool.ts";
import { BUILT_IN_TOOLS } from "../../tools/built-in.ts";
import type { PreviewQueue } from "../../tools/changes/file-preview.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import { createCustomTool } from "../../tools/custom/create-custom-tool.ts";
import type { ToolParameters } from "../../tools/parameters.ts";
import { ToolRegistry } from "../../tools/tool-registry.ts";
import type { StepWorld, Tooling } from "../state/run-context.ts";
import { stepFormatter } from "./step-formatter.ts";

/** The part of the context of calls that belongs to one step. */
export interface StepContext extends PreviewQueue {
  /** One for all calls of the batch (T17). */
  readonly files: FileQueue;
  readonly onProgress: (done: number, total: number) => void;
  /** The files that the step leaves alone (X1). Default: none. */
  readonly leftAlone?: LeftAlone;
  /** The formatters of the step. Default: none. */
  readonly format?: readonly FormatParams[] | undefined;
  /** For calls of custom tools, and for what they queue; milliseconds. */
  readonly timeout: number;
  /** Called for every file that a call names and cannot read (F15). */
  readonly onAlert?: (alert: Alert) => void;
  /** Receives what code of the recipe prints. */
  readonly onPrinted?: (text: string) => void;
  /** Called when the search of a call is complete. */
  readonly onSearched?: (findings: SearchFindings) => void;
}

/** The parts of the run's context that tools use. */
export interface ToolContext {
  readonly world: Pick<StepWorld, "root" | "workspace" | "linesOf" | "shadows"> & {
    readonly stop: Pick<StepWorld["stop"], "signal">;
  };
  readonly tooling: Pick<Tooling, "grammars" | "search"> & {
    /** The loader is that of recipes; calls of other callers have none. */
    readonly extensions: Pick<Extensions, "tools"> & Partial<Pick<Extensions, "loader">>;
  };
}

/** The part of a recipe that its tools depend on. */
export type ToolRules = Pick<Recipe, "scope" | "fileRefs" | "languageGlobs" | "languages">;

/** What the calls of one step are given; each tool takes the parts that it uses. */
export type CallContext = ReturnType<typeof callContext>;

/** Puts the context of the calls of one step together. */
export function callContext(recipe: ToolRules, step: StepContext, { world, tooling }: ToolContext) {
  const { root, workspace, shadows, linesOf } = world;
  const { grammars, search, extensions } = tooling;
  const { loader, tools: customTools } = extensions;
  const { signal } = world.stop;
  const languages = environmentOf(recipe);
  const own = { ...languages, root, workspace, shadows, loader, grammars, signal, ...step };
  return {
    ...own,
    search,
    linesOf,
    customTools,
    scope: createScope(recipe.scope),
    formatter: stepFormatter(step.format, own),
    parameters: astEditParameters,
    maxBytes: recipe.fileRefs.maxBytes,
  };
}

/** Creates every tool, built-in and custom, for the calls of one step. */
export function createTools(context: CallContext): ToolRegistry {
  const registry = new ToolRegistry();
  for (const { create } of BUILT_IN_TOOLS) registry.add(create(context));
  for (const tool of context.customTools.values()) registry.add(createCustomTool(tool, context));
  return registry;
}

/** The context of one call; `until` fires when it is no longer waited for. */
type BoundContext = CallContext & { readonly until: AbortSignal };

/** The way from a call of one kind to the code that carries it out: it previews and queues, and never writes (A1). */
interface Binding<Step> {
  run(step: Step, context: BoundContext, call: ToolExecutionContext): Promise<AgentToolResult>;
}

/** The bindings of all kinds. The modules of most are loaded only if a recipe has such a step. */
const BINDINGS: {
  readonly [Kind in CallKindName]: Binding<Extract<CallStep, { kind: Kind }>>;
} = {
  ast_edit: { run: runAstEdit },
  tool: {
    async run({ tool, params, timeout }, context, call) {
      const tools = createTools(context);
      try {
        return await withTimeLimit(timeout, context.until, (signal) =>
          tools.call(tool, params, signal, call),
        );
      } catch (error) {
        if (!(error instanceof TimeLimitError)) throw error;
        throw new ToolError(`\`${tool}\` did not end: ${error.message}`, { cause: error });
      }
    },
  },
  transform: {
    async run({ params }, context, call) {
      const { runTransform } = await import("../../tools/transform/transform-tool.ts");
      const { loader, root } = context;
      if (loader === undefined) throw new Error("Only recipes have transforms.");
      const { code } = loader;
      const changedCode = (module: string) =>
        isOwnModule(module)
          ? loader.files.changedIn(loader.note(resolve(root, module)))
          : undefined;
      return runTransform(params, { ...context, code, changedCode }, call);
    },
  },
  command: {
    async run({ params }, context, call) {
      const { runCommandStep } = await import("../../tools/command/command-tool.ts");
      const { loader, shadows, root, workspace } = context;
      if (loader === undefined || shadows === undefined)
        throw new Error("Only recipes have commands.");
      const laid = (workspace.laidOver?.() ?? []).map((path) => resolve(root, path));
      const changedCode = (run: readonly string[]) => loader.files.changedInCommand(run, laid);
      return runCommandStep(params, { ...context, shadows, changedCode }, call);
    },
  },
};

/** The bindings of all kinds, for a call of any kind. */
export const CALL_BINDINGS: Readonly<Record<CallKindName, Binding<CallStep>>> = BINDINGS;

/** The parameters of `ast_edit`, checked by the rules of a recipe. */
const astEditParameters: ToolParameters<AstEditParams> = {
  get jsonSchema() {
    return astEditJsonSchema();
  },
  parse: parseAstEdit,
};

function parseAstEdit(value: unknown): AstEditParams {
  const loaded = loadAstEditCall(value);
  if ("params" in loaded) return loaded.params;
  const problems = loaded.diagnostics
    .map(({ message, hint }) => (hint === undefined ? message : `${message} ${hint}`))
    .join(" ");
  throw new ToolError(`The parameters do not fit: ${problems}`);
}
