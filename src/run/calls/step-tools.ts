import { resolve } from "node:path";
import type { Extensions } from "../../config/prepare/extensions.ts";
import { environmentOf } from "../../config/prepare/recipe-languages.ts";
import type { LanguageOf } from "../../edit/language/file-languages.ts";
import type { Grammars } from "../../edit/language/grammars.ts";
import { createScope } from "../../files/scope.ts";
import type { Alert } from "../../model/alert.ts";
import type { LeftAlone } from "../../model/left-alone.ts";
import type { Policy } from "../../model/policy.ts";
import type { AstEditParams } from "../../model/recipe/call-step.ts";
import type { FormatParams } from "../../model/recipe/format-params.ts";
import type { Recipe } from "../../model/recipe/recipe.ts";
import type { SearchFindings } from "../../model/search/search-findings.ts";
import { ToolError } from "../../model/tool-error.ts";
import type { Workspace } from "../../model/workspace.ts";
import { astEditJsonSchema, loadAstEditCall } from "../../recipe/load-call.ts";
import { once } from "../../shared/once.ts";
import { endMarked, nextMark } from "../../shared/process/end-marked.ts";
import type { PreviewQueue } from "../../tools/changes/file-preview.ts";
import type { FileQueue } from "../../tools/changes/file-queue.ts";
import type { PrintedOutput, Shadows } from "../../tools/command/shadow.ts";
import type { FindContext } from "../../tools/find/find-shapes.ts";
import type { Formatter, OpenFormatter } from "../../tools/format/formatter-shapes.ts";
import type { FormatMemory } from "../../tools/format/one-formatter.ts";
import type { ModuleLoader } from "../../tools/load-module.ts";
import type { ToolParameters } from "../../tools/parameters.ts";
import type { Tooling, WorldOfTools } from "../state/run-context.ts";
import { parsersOf, stepJudge } from "./step-judge.ts";

/** The answers within each batch: nothing is written in one, and so no settings of a formatter change. */
const memories = new WeakMap<FileQueue, FormatMemory>();

/** The part of the context of calls that belongs to one step. */
export interface StepContext
  extends PreviewQueue,
    Pick<FindContext, "shard" | "record" | "onFound">,
    PrintedOutput {
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
  /** Called when the search of a call is complete. */
  readonly onSearched?: (findings: SearchFindings) => void;
}

/** The parts of the run's context that tools use. */
export interface ToolContext {
  readonly world: WorldOfTools & { readonly stop: { readonly signal: AbortSignal } };
  readonly tooling: Pick<Tooling, "grammars" | "search"> & {
    /** The loader is that of recipes; calls of other callers have none. */
    readonly extensions: Pick<Extensions, "tools"> & Partial<Pick<Extensions, "loader">>;
  };
  /** Calls of other callers have none. */
  readonly record?: { readonly policy: Pick<Policy, "parsers"> | undefined };
}

/** The part of a recipe that its tools depend on. */
export type ToolRules = Pick<
  Recipe,
  "scope" | "fileRefs" | "languageGlobs" | "languages" | "parsers"
> &
  Partial<Pick<Recipe, "steps">>;

/** The context of the calls of one step. Each tool takes the parts that it uses. */
export type CallContext = ReturnType<typeof callContext>;

/** Puts the context of the calls of one step together. */
export function callContext(
  recipe: ToolRules,
  step: StepContext,
  { world, tooling, record }: ToolContext,
) {
  const { root, workspace, shadows, linesOf, givenPatch, baseTexts } = world;
  const { grammars, search, extensions } = tooling;
  const { loader, tools: customTools } = extensions;
  const { signal } = world.stop;
  const languages = environmentOf(recipe);
  const own = { ...languages, root, workspace, shadows, loader, grammars, signal, ...step };
  return {
    ...own,
    search,
    linesOf,
    givenPatch,
    baseTexts,
    customTools,
    scope: createScope(recipe.scope),
    formatter: stepFormatter(step.format, own),
    syntaxJudge: stepJudge(parsersOf(recipe, record), own),
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

/** The surroundings of the formatters of one call. */
interface FormattingCall extends PrintedOutput {
  /** Absolute. */
  readonly root: string;
  readonly workspace: Workspace;
  readonly shadows: Shadows | undefined;
  readonly loader: ModuleLoader | undefined;
  /** One for all calls of the batch. */
  readonly files: FileQueue;
  readonly grammars: Grammars;
  readonly languageOf: LanguageOf;
  readonly signal: AbortSignal;
}

/** Returns the formatter of a call; undefined if nothing is to be formatted, as in most steps. */
function stepFormatter(
  formatters: readonly FormatParams[] = [],
  call: FormattingCall,
): Formatter | undefined {
  if (formatters.length === 0) return undefined;
  const opened = once(() => openStepFormatter(formatters, call));
  return { format: async (changes) => (await opened()).format(changes) };
}

async function openStepFormatter(
  formatters: readonly FormatParams[],
  call: FormattingCall,
): Promise<Formatter> {
  const [{ createFormatter }, { releaseTrees }, { countErrors }] = await Promise.all([
    import("../../tools/format/create-formatter.ts"),
    import("../../edit/engine/tree-memory.ts"),
    import("../../edit/passes/count-errors.ts"),
  ]);
  const { root, workspace, loader, files, grammars, languageOf } = call;
  const memory: FormatMemory = memories.get(files) ?? new Map();
  memories.set(files, memory);
  return createFormatter({
    formatters,
    memory,
    open: (params) => openFormatter(params, call),
    changedCode(run) {
      const laid = (workspace.laidOver?.() ?? []).map((path) => resolve(root, path));
      return loader?.files.changedInCommand(run, laid);
    },
    async hasMoreErrors(path, text, than) {
      const language = languageOf(path);
      if (language === undefined || grammars.readinessOf(language).kind !== "ready") return false;
      const [errors, known] = [text, than].map((each) => countErrors(each, { language, ops: [] }));
      await releaseTrees(text.length + than.length);
      return (errors ?? 0) > (known ?? 0);
    },
  });
}

async function openFormatter(
  params: FormatParams,
  { root, shadows, loader, signal, onPrinted = () => undefined }: FormattingCall,
): Promise<OpenFormatter> {
  if (shadows === undefined) throw new Error("Only steps of recipes have formatters.");
  loader?.checkPackages();
  if (params.input === "stdin") {
    const { formatByStdin } = await import("../../tools/format/format-by-stdin.ts");
    const mark = nextMark();
    return {
      run: (texts) => formatByStdin(texts, params, { folder: root, shadows, mark, signal }),
      close: async () => endMarked(mark), // A daemon that it started would go on.
    };
  }
  const { formatFiles } = await import("../../tools/format/format-files.ts");
  const { refuseForeignWrites } = await import("../../tools/command/foreign-writes.ts");
  const shadow = await shadows.open(params.link, signal);
  return {
    run: (texts) => formatFiles(texts, params, { shadow, shadows, signal, onPrinted }),
    async close() {
      try {
        refuseForeignWrites(shadow, "formatter");
      } finally {
        await shadow.remove();
      }
    },
  };
}
