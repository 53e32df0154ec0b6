import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/world.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { inputProblem, type Reading } from "./problem.ts";
import { type ActionOptions, readOptions } from "./read-options.ts";

/**
 * The inputs of action.yml: which environment variable carries each (a composite action gets no
 * `INPUT_*`), and what an empty one means. An empty one is common: `${{ inputs.x }}` of an event that
 * has no such input.
 */
export const ACTION_INPUTS = {
  recipes: { variable: "SLUICE_INPUT_RECIPES", default: "" },
  policy: { variable: "SLUICE_INPUT_POLICY", default: "" },
  mode: { variable: "SLUICE_INPUT_MODE", default: "preview" },
  "working-directory": { variable: "SLUICE_INPUT_WORKING_DIRECTORY", default: "." },
  args: { variable: "SLUICE_INPUT_ARGS", default: "" },
} as const;

const MODES = ["preview", "run"] as const;

/** The inputs as they are meant. */
export interface ActionInputs {
  /** Paths or names; at least one. */
  readonly recipes: readonly string[];
  /** A file, or the name of a built-in policy. */
  readonly policy?: string;
  readonly mode: (typeof MODES)[number];
  /** As written: relative to the workspace, or absolute. */
  readonly workingDirectory: string;
  readonly options: ActionOptions;
}

/** Reads the inputs from the environment and tells every problem. */
export function readInputs(env: Environment): Reading<ActionInputs> {
  const recipes = readRecipes(textOf(env, "recipes"));
  const mode = readMode(textOf(env, "mode"));
  const options = readOptions(textOf(env, "args"));
  if (recipes.kind === "value" && mode.kind === "value" && options.kind === "value") {
    const policy = textOf(env, "policy");
    return {
      kind: "value",
      value: {
        recipes: recipes.value,
        mode: mode.value,
        options: options.value,
        workingDirectory: textOf(env, "working-directory"),
        ...(policy === "" ? {} : { policy }),
      },
    };
  }
  return { kind: "problems", problems: [recipes, mode, options].flatMap(problemsOf) };
}

function textOf(env: Environment, input: keyof typeof ACTION_INPUTS): string {
  const { variable, default: fallback } = ACTION_INPUTS[input];
  const text = (env[variable] ?? "").trim();
  return text === "" ? fallback : text;
}

function readRecipes(text: string): Reading<readonly string[]> {
  const recipes = text
    .split(/[,\r\n]/)
    .map((recipe) => recipe.trim())
    .filter((recipe) => recipe !== "");
  if (recipes.length > 0) return { kind: "value", value: recipes };
  const hint = "Name at least one recipe, by path or by name.";
  const problem = { ...inputProblem("recipes", "is empty.", hint), code: "no-recipes" } as const;
  return { kind: "problems", problems: [problem] };
}

function readMode(text: string): Reading<ActionInputs["mode"]> {
  const mode = MODES.find((known) => known === text);
  if (mode !== undefined) return { kind: "value", value: mode };
  const message = `\`${text}\` is none of ${MODES.join(", ")}.`;
  return { kind: "problems", problems: [inputProblem("mode", message, didYouMean(text, MODES))] };
}

function problemsOf(reading: Reading<unknown>): readonly Diagnostic[] {
  return reading.kind === "problems" ? reading.problems : [];
}
