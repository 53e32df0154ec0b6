import type { Diagnostic } from "../../model/diagnostic.ts";
import type { ToolStep } from "../../model/recipe/call-step.ts";
import type { PromptStep } from "../../model/recipe/prompt-step.ts";
import { callsOf, type PlaceInText, promptsOf, type Recipe } from "../../model/recipe/recipe.ts";
import { ToolError } from "../../model/tool-error.ts";
import { hasLateText } from "../../recipe/inputs/fill-outputs.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { BUILT_IN_TOOLS, findBuiltIn } from "../../tools/built-in.ts";
import type { LoadedCustomTool } from "../../tools/custom/loaded-custom-tool.ts";
import type { Extensions } from "./extensions.ts";

/**
 * Reports steps and prompts that name an unknown tool, or one that is not for them, and steps whose parameters do not
 * fit. Without `extensions` a recipe that brings tools may name any; late parameters are checked when they are known.
 */
export function checkToolSteps(
  recipes: readonly Recipe[],
  extensions?: Extensions,
): readonly Diagnostic[] {
  return recipes.flatMap((recipe) => {
    const tools: RecipeTools = {
      own: ownTools(recipe, extensions),
      hasUnknown: extensions === undefined && recipe.tools.length > 0,
    };
    return [
      ...callsOf(recipe).flatMap((step) =>
        step.kind === "tool" ? checkToolStep(step, tools) : [],
      ),
      ...promptsOf(recipe).flatMap((step) => checkOfferedTools(step, tools)),
    ];
  });
}

/** The tools that a recipe brings. */
interface RecipeTools {
  readonly own: ReadonlyMap<string, LoadedCustomTool>;
  /** True if the files of the tools were not loaded: any name may be one of theirs. */
  readonly hasUnknown: boolean;
}

function checkOfferedTools(
  { tools, toolPlaces, place }: PromptStep,
  { own, hasUnknown }: RecipeTools,
): Diagnostic[] {
  const builtIn = BUILT_IN_TOOLS.filter(({ promptAdvice }) => promptAdvice === undefined);
  const known = [...builtIn.map(({ name }) => name), ...own.keys()];
  return tools.flatMap((tool, index) => {
    const advice = findBuiltIn(tool)?.promptAdvice;
    if (known.includes(tool) || (hasUnknown && advice === undefined)) return [];
    const hint = advice ?? didYouMean(tool, known);
    const at = toolPlaces[index] ?? place;
    return [{ ...errorAt(at, "unknown-tool", `There is no tool \`${tool}\` for prompts.`), hint }];
  });
}

/** Returns the tools of the files that the recipe itself names: its behaviour must not depend on other recipes. */
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
  { own, hasUnknown }: RecipeTools,
): Diagnostic[] {
  const isLate = hasLateText(params);
  if (isLate && tool === "ast_edit") return []; // Its shape was checked with the recipe.
  const builtIn = findBuiltIn(tool);
  const parameters = builtIn?.parameters ?? own.get(tool)?.parameters;
  if (parameters === undefined) {
    const advice = builtIn?.stepAdvice;
    if (hasUnknown && advice === undefined) return [];
    const callable = BUILT_IN_TOOLS.filter((each) => each.parameters !== undefined);
    const hint = advice ?? didYouMean(tool, [...callable.map(({ name }) => name), ...own.keys()]);
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
