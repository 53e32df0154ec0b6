import type { LanguageOf } from "../../edit/language/file-languages.ts";
import { createScope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import { DEFAULT_PROMPT_TOOLS } from "../../model/prompt-step.ts";
import type { AstEditParams, Recipe } from "../../model/recipe.ts";
import type { SearchFindings } from "../../model/search-findings.ts";
import { ToolError } from "../../model/tool-error.ts";
import { astEditJsonSchema, loadAstEditCall } from "../../recipe/load-call.ts";
import { createAstEditTool } from "../../tools/ast-edit/ast-edit-tool.ts";
import { createAstGrepTool } from "../../tools/ast-grep/ast-grep-tool.ts";
import type { PreviewQueue } from "../../tools/changes/file-preview.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import { createCustomTool } from "../../tools/custom/create-custom-tool.ts";
import type { ToolParameters } from "../../tools/parameters.ts";
import { createListFilesTool } from "../../tools/read-files/list-files-tool.ts";
import { createReadFileTool } from "../../tools/read-files/read-file-tool.ts";
import { createResolveTool } from "../../tools/resolve-tool.ts";
import { createReplaceTextTool } from "../../tools/text-edit/replace-text-tool.ts";
import { createWriteFileTool } from "../../tools/text-edit/write-file-tool.ts";
import type { Tool } from "../../tools/tool.ts";
import { ToolRegistry } from "../../tools/tool-registry.ts";
import type { Extensions } from "../prepare/extensions.ts";
import { languageOfFiles } from "../prepare/recipe-languages.ts";
import type { StepWorld, Tooling } from "../state/run-context.ts";

/** The names of the built-in tools: no custom tool has one of them (T24). */
export const STEP_TOOLS: readonly string[] = [...DEFAULT_PROMPT_TOOLS, "resolve"];

/** What the calls of one step work on, and with. */
export interface StepEnvironment extends PreviewQueue {
  /** One for all calls of the batch (T17). */
  readonly files: FileQueue;
  readonly onProgress: (done: number, total: number) => void;
  /** For calls of custom tools, and for what they queue; milliseconds. */
  readonly timeout: number;
  /** Told of every file that a call named and that cannot be had (F15). */
  readonly onAlert?: (alert: Alert) => void;
  /** Called when the search of a call is complete. */
  readonly onSearched?: (findings: SearchFindings) => void;
}

/** The tools of one step. */
export interface StepTools {
  readonly registry: ToolRegistry;
  /** With parameters that were read with the recipe. */
  readonly astEdit: Tool<AstEditParams>;
}

/** The parts of the run's context that tools use. */
export interface ToolContext {
  readonly world: Pick<StepWorld, "root" | "workspace" | "stop">;
  readonly tooling: Pick<Tooling, "grammars" | "search"> & {
    readonly extensions: Pick<Extensions, "tools">;
  };
}

/** Every tool, built-in and custom, for the calls of one step. */
export function createStepTools(
  recipe: Recipe,
  step: StepEnvironment,
  { world, tooling }: ToolContext,
): StepTools {
  const { root, workspace, stop } = world;
  const { grammars, search, extensions } = tooling;
  const languageOf: LanguageOf = languageOfFiles(recipe);
  const scope = createScope(recipe.scope);
  const { signal } = stop;
  const files = { workspace, scope, languageOf, grammars, search, signal, ...step };
  const registry = new ToolRegistry();
  const astEdit = createAstEditTool({
    ...files,
    parameters: astEditParameters,
  });
  registry.add(astEdit);
  registry.add(createAstGrepTool(files));
  registry.add(createReadFileTool(files));
  registry.add(createListFilesTool(files));
  registry.add(createWriteFileTool(files));
  registry.add(createReplaceTextTool(files));
  registry.add(createResolveTool(step.session));
  for (const tool of extensions.tools.values())
    registry.add(createCustomTool(tool, { ...files, root, maxBytes: recipe.fileRefs.maxBytes }));
  return { registry, astEdit };
}

/** The parameters of `ast_edit`, by the rules of a recipe. */
const astEditParameters: ToolParameters<AstEditParams> = {
  get jsonSchema() {
    return astEditJsonSchema();
  },
  parse: parseAstEdit,
};

function parseAstEdit(value: unknown): AstEditParams {
  const loaded = loadAstEditCall(value);
  if ("params" in loaded) return loaded.params;
  const problems = loaded.diagnostics.map(({ message }) => message).join(" ");
  throw new ToolError(`The parameters do not fit: ${problems}`);
}
