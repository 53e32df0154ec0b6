import { resolve } from "node:path";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { EmitEvent } from "../../model/events.ts";
import type { CustomToolFile, PlaceInText } from "../../model/recipe/recipe.ts";
import { allHooksOf } from "../../model/recipe/used-recipes.ts";
import {
  CODE_NOUNS,
  type CodeBearer,
  type CodeFile,
  codeOf,
  isCodeFile,
  isProgramOnFiles,
  isStepCode,
} from "../../recipe/code-of.ts";
import { messageOf } from "../../shared/message-of.ts";
import { withTimeLimit } from "../../shared/process/time-limit.ts";
import type { CodeFolder } from "../../tools/code-folder.ts";
import type { CustomToolLogger } from "../../tools/custom/custom-tool-api.ts";
import type { ToolLoading } from "../../tools/custom/load-custom-tools.ts";
import type { LoadedCustomTool } from "../../tools/custom/loaded-custom-tool.ts";
import { ModuleLoader } from "../../tools/load-module.ts";
import type { Extensions } from "./extensions.ts";

/** The outcome of loading the code of the recipes. */
export interface LoadedExtensions {
  readonly extensions: Extensions;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports each recipe with code of its own: without the caller's consent none of it is even loaded (T26). */
export function refuseCode(recipes: readonly CodeBearer[]): readonly Diagnostic[] {
  return recipes.flatMap((recipe) =>
    codeOf(recipe)
      .slice(0, 1)
      .map(({ kind, place }) => ({
        code: "custom-tools-not-allowed" as const,
        severity: "error" as const,
        message:
          kind === "parser"
            ? "A parser is a program, which runs only with consent."
            : `This recipe brings code of its own: ${CODE_NOUNS}.`,
        hint: "Run it with --allow-code if you trust it.",
        ...place,
      })),
  );
}

/** Loads the tools of recipes, and the modules of their hooks. Reports every problem (T24). */
export async function loadExtensions(
  recipes: readonly CodeBearer[],
  { root, code, emit, signal }: ExtensionSurroundings,
): Promise<LoadedExtensions> {
  const limit: ToolLoading["limit"] = (work) => withTimeLimit(LOAD_LIMIT, signal, work);
  const tools = new Map<string, LoadedCustomTool>();
  const loader = new ModuleLoader(root, code);
  const diagnostics = await loadTools(
    recipes.flatMap((recipe) => recipe.tools),
    { root, emit, loader, limit, tools },
  );
  for (const { code: hook, place } of recipes.flatMap(allHooksOf)) {
    if ("run" in hook) loader.files.noteCommand(hook.run);
    if (!("module" in hook)) continue;
    const problem = await hookProblem(() => limit(() => loader.load(resolve(root, hook.module))));
    if (problem !== undefined)
      diagnostics.push(errorAt(place, "invalid-hook", `The hook ${hook.module} ${problem}.`));
  }
  for (const one of recipes.flatMap(codeOf)) {
    if (isProgramOnFiles(one)) loader.files.noteCommand(one.run);
    if (isCodeFile(one) && isStepCode(one)) diagnostics.push(...noteModule(one, root, loader));
  }
  loader.files.seal();
  return { extensions: { tools, loader }, diagnostics };
}

/** Notes the module of a step, which a thread loads when the step runs. */
function noteModule(
  { kind, module, place }: CodeFile,
  root: string,
  loader: ModuleLoader,
): readonly Diagnostic[] {
  try {
    loader.note(resolve(root, module));
    return [];
  } catch (error) {
    const message = `The ${kind} ${module} cannot be loaded: ${messageOf(error)}.`;
    return [errorAt(place, "invalid-transform", message)];
  }
}

/** The surroundings of the code of recipes. */
export interface ExtensionSurroundings {
  /** Absolute. */
  readonly root: string;
  readonly code: CodeFolder;
  readonly emit: EmitEvent;
  /** Fires when the run is to end. */
  readonly signal: AbortSignal;
}

/** The time limit for loading the tools of one file; milliseconds. */
const LOAD_LIMIT = 30_000;

interface Loading extends Omit<ToolLoading, "pi"> {
  readonly root: string;
  readonly emit: EmitEvent;
  /** Receives the tools, by name. */
  readonly tools: Map<string, LoadedCustomTool>;
}

async function loadTools(
  files: readonly CustomToolFile[],
  { root, emit, loader, limit, tools }: Loading,
): Promise<Diagnostic[]> {
  if (files.length === 0) return [];
  // Loaded here, because only custom tools need it.
  const [{ findBuiltIn }, { createCustomToolAPI }, { loadCustomTools }] = await Promise.all([
    import("../../tools/built-in.ts"),
    import("../../tools/custom/create-api.ts"),
    import("../../tools/custom/load-custom-tools.ts"),
  ]);
  const diagnostics: Diagnostic[] = [];
  const pi = createCustomToolAPI(root, loggerTo(emit));
  const seen = new Set<string>();
  for (const { path, place } of files) {
    if (seen.has(path)) continue; // T25
    seen.add(path);
    const file = await loadCustomTools({ file: resolve(root, path), path }, { loader, pi, limit });
    for (const problem of file.problems)
      diagnostics.push(errorAt(place, "invalid-tool", `The tool file ${path}: ${problem}.`));
    for (const tool of file.tools) {
      const { name } = tool.tool;
      const owner = findBuiltIn(name) ? "a built-in tool" : tools.get(name)?.path;
      if (owner === undefined) tools.set(name, tool);
      else {
        const message = `The tool \`${name}\` of ${path} has the name of another one (${owner}).`;
        diagnostics.push(errorAt(place, "duplicate-tool", message));
      }
    }
  }
  return diagnostics;
}

function loggerTo(emit: EmitEvent): CustomToolLogger {
  const log = (level: keyof CustomToolLogger) => (message: unknown) =>
    emit({ type: "log", level, message: String(message) });
  return { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") };
}

async function hookProblem(load: () => Promise<unknown>): Promise<string | undefined> {
  try {
    const hook = await load();
    return typeof hook === "function" ? undefined : "has no default export that is a function";
  } catch (error) {
    return `cannot be loaded: ${messageOf(error)}`;
  }
}

function errorAt(place: PlaceInText, code: Diagnostic["code"], message: string): Diagnostic {
  return { code, severity: "error", message, ...place };
}
