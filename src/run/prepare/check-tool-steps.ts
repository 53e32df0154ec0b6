import type { Diagnostic } from "../../model/diagnostic.ts";
import type { PromptStep } from "../../model/prompt-step.ts";
import {
  callsOf,
  type PlaceInText,
  promptsOf,
  type Recipe,
  type ToolStep,
} from "../../model/recipe.ts";
import { ToolError } from "../../model/tool-error.ts";
import { hasLateText } from "../../recipe/inputs/fill-outputs.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { astGrepParameters } from "../../tools/ast-grep/ast-grep-tool.ts";
import type { LoadedCustomTool } from "../../tools/custom/create-custom-tool.ts";
import type { ToolParameters } from "../../tools/parameters.ts";
import { listFilesParameters } from "../../tools/read-files/list-files-tool.ts";
import { readFileParameters } from "../../tools/read-files/read-file-tool.ts";
import { replaceTextParameters } from "../../tools/text-edit/replace-text-tool.ts";
import { writeFileParameters } from "../../tools/text-edit/write-file-tool.ts";
import type { Extensions } from "./extensions.ts";

/** Built-in tools that steps call by name. */
const CALLED: ReadonlyMap<string, Pick<ToolParameters<unknown>, "parse">> = new Map<
  string,
  Pick<ToolParameters<unknown>, "parse">
>([
  ["ast_grep", astGrepParameters],
  ["read_file", readFileParameters],
  ["list_files", listFilesParameters],
  ["write_file", writeFileParameters],
  ["replace_text", replaceTextParameters],
]);

/** Built-in tools that no step calls by name, and what to do instead. */
const NOT_CALLED: ReadonlyMap<string, string> = new Map([
  ["ast_edit", "Write the step as `ast_edit: { … }`."],
  ["resolve", "The policy resolves what steps queue."],
]);

/**
 * Steps that call a tool which is not there, or not for steps, or with parameters that do not fit; and prompts
 * whose model may call such a tool. Where `extensions` is absent, recipes that bring tools of their own may call
 * any. Parameters that wait for the output of a step are checked when they are known.
 */
export function checkToolSteps(
  recipes: readonly Recipe[],
  extensions?: Extensions,
): readonly Diagnostic[] {
  return recipes.flatMap((recipe) => {
    const isOpen = extensions === undefined && recipe.tools.length > 0;
    const own = ownTools(recipe, extensions);
    return [
      ...callsOf(recipe).flatMap((step) =>
        step.kind === "tool" ? checkToolStep(step, isOpen, own) : [],
      ),
      ...promptsOf(recipe).flatMap((step) => checkOfferedTools(step, isOpen, own)),
    ];
  });
}

function checkOfferedTools(
  { tools, toolPlaces, place }: PromptStep,
  isOpen: boolean,
  own: ReadonlyMap<string, LoadedCustomTool>,
): Diagnostic[] {
  const known = ["ast_edit", ...CALLED.keys(), ...own.keys()];
  return tools.flatMap((tool, index) => {
    if (known.includes(tool) || (isOpen && tool !== "resolve")) return [];
    const hint =
      tool === "resolve"
        ? "Write `resolve: model` beside `tools`; it is then offered where something is pending."
        : didYouMean(tool, known);
    const at = toolPlaces[index] ?? place;
    return [{ ...errorAt(at, "unknown-tool", `There is no tool \`${tool}\` for prompts.`), hint }];
  });
}

/** A recipe calls the tools of the files that it names itself: what it does must not depend on other recipes. */
function ownTools(
  { tools }: Recipe,
  extensions: Extensions | undefined,
): ReadonlyMap<string, LoadedCustomTool> {
  const files = new Set(tools.map(({ path }) => path));
  const loaded = [...(extensions?.tools ?? [])];
  return new Map(loaded.filter(([, tool]) => files.has(tool.path)));
}

function checkToolStep(
  { tool, params, place, paramsPlace }: ToolStep,
  isOpen: boolean,
  own: ReadonlyMap<string, LoadedCustomTool>,
): Diagnostic[] {
  const isLate = hasLateText(params);
  if (isLate && tool === "ast_edit") return []; // Its shape was checked with the recipe.
  const parameters = CALLED.get(tool) ?? own.get(tool)?.parameters;
  if (parameters === undefined) {
    const instead = NOT_CALLED.get(tool);
    if (isOpen && instead === undefined) return [];
    const hint = instead ?? didYouMean(tool, [...CALLED.keys(), ...own.keys()]);
    return [{ ...errorAt(place, "unknown-tool", `There is no tool \`${tool}\` for steps.`), hint }];
  }
  if (isLate) return [];
  try {
    parameters.parse(params);
    return [];
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return [errorAt(paramsPlace, "invalid-value", `\`with\` of \`${tool}\`: ${error.message}`)];
  }
}

function errorAt(place: PlaceInText, code: Diagnostic["code"], message: string): Diagnostic {
  return { code, severity: "error", message, ...place };
}
