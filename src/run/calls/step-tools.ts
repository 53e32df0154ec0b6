import type { Extensions } from "../../config/prepare/extensions.ts";
import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import { createScope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import type { AstEditParams } from "../../model/recipe/call-step.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import { ToolError } from "../../model/tool-error.ts";
import { astEditJsonSchema, loadAstEditCall } from "../../recipe/load-call.ts";
import type { PreviewQueue } from "../../tools/changes/file-preview.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import type { ToolParameters } from "../../tools/parameters.ts";
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

/** The context of the calls of one step. Each tool takes the parts that it uses. */
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
