import { resolve } from "node:path";
import type { Extensions } from "../../config/prepare/extensions.ts";
import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { createScope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import {
  type AstEditParams,
  type CommandParams,
  isOwnModule,
  type TransformParams,
} from "../../model/recipe/call-step.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import type { AgentToolResult, ToolExecutionContext } from "../../model/tool.ts";
import { ToolError } from "../../model/tool-error.ts";
import { astEditJsonSchema, loadAstEditCall } from "../../recipe/load-call.ts";
import { createAstEditTool } from "../../tools/ast-edit/ast-edit-tool.ts";
import { BUILT_IN_TOOLS } from "../../tools/built-in.ts";
import type { PreviewQueue } from "../../tools/changes/file-preview.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import type { CommandSurroundings } from "../../tools/command/command-tool.ts";
import { createCustomTool } from "../../tools/custom/create-custom-tool.ts";
import type { ModuleLoader } from "../../tools/load-module.ts";
import type { ToolParameters } from "../../tools/parameters.ts";
import type { Tool } from "../../tools/tool.ts";
import { ToolRegistry } from "../../tools/tool-registry.ts";
import type { StepWorld, Tooling } from "../state/run-context.ts";
import { stepFormatter } from "./step-formatter.ts";

/** The surroundings of the calls of one step. */
export interface StepEnvironment extends PreviewQueue {
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

/** The tools of one step. */
export interface StepTools {
  readonly registry: ToolRegistry;
  /** For a step of a recipe, whose parameters were read with the recipe. */
  readonly astEdit: Tool<AstEditParams>;
  /** Runs a step that calls a function over files; `signal` ends it. */
  readonly transform: (
    params: TransformParams,
    call: ToolExecutionContext,
    signal: AbortSignal,
  ) => Promise<AgentToolResult>;
  /** Runs a step that runs a program over files; `signal` ends it. */
  readonly command: (
    params: CommandParams,
    call: ToolExecutionContext,
    signal: AbortSignal,
  ) => Promise<AgentToolResult>;
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

/** Creates every tool, built-in and custom, for the calls of one step. */
export function createStepTools(
  recipe: ToolRules,
  step: StepEnvironment,
  { world, tooling }: ToolContext,
): StepTools {
  const { root, workspace, stop } = world;
  const { grammars, search, extensions } = tooling;
  const scope = createScope(recipe.scope);
  const { signal } = stop;
  const languages = environmentOf(recipe);
  const { shadows } = world;
  const formatting = { root, workspace, shadows, loader: extensions.loader, grammars, signal };
  const formatter = stepFormatter(step.format, { ...formatting, ...languages, ...step });
  const files = { workspace, scope, ...languages, grammars, search, signal, ...step, formatter };
  const surroundings = { ...files, linesOf: world.linesOf, parameters: astEditParameters };
  const registry = new ToolRegistry();
  for (const { create } of BUILT_IN_TOOLS) registry.add(create(surroundings));
  for (const tool of extensions.tools.values())
    registry.add(createCustomTool(tool, { ...files, root, maxBytes: recipe.fileRefs.maxBytes }));
  const { loader } = extensions;
  return {
    registry,
    astEdit: createAstEditTool(surroundings),
    // Its modules are loaded only if a recipe has such a step.
    transform: async (params, call, until) => {
      const { runTransform } = await import("../../tools/transform/transform-tool.ts");
      if (loader === undefined) throw new Error("Only recipes have transforms.");
      const { code } = loader;
      const changedCode = (module: string) =>
        isOwnModule(module)
          ? loader.files.changedIn(loader.note(resolve(root, module)))
          : undefined;
      return runTransform(
        params,
        { ...surroundings, root, code, changedCode, signal: until },
        call,
      );
    },
    command: commandOf({ root, shadows, loader }, surroundings),
  };
}

/** Returns the call of a program over files. */
function commandOf(
  {
    root,
    shadows,
    loader,
  }: Pick<StepWorld, "root" | "shadows"> & { loader: ModuleLoader | undefined },
  surroundings: Omit<CommandSurroundings, "shadows" | "changedCode">,
): StepTools["command"] {
  return async (params, call, signal) => {
    const { runCommandStep } = await import("../../tools/command/command-tool.ts");
    if (loader === undefined || shadows === undefined)
      throw new Error("Only recipes have commands.");
    const { workspace } = surroundings;
    const laid = (workspace.laidOver?.() ?? []).map((path) => resolve(root, path));
    const changedCode = (run: readonly string[]) => loader.files.changedInCommand(run, laid);
    return runCommandStep(params, { ...surroundings, shadows, changedCode, signal }, call);
  };
}

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
