import { resolve } from "node:path";
import { parseChoice } from "../command/option-kind.ts";
import {
  type OptionFault,
  type OutputOptions,
  readOptions,
  readValues,
  type WrittenOptions,
} from "../command/read-options.ts";
import { applyRequest, runRequest } from "../command/requests.ts";
import type { Task } from "../command/task.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/world.ts";
import { MODES, type Mode } from "./modes.ts";
import { inputProblem, optionProblem, type Reading } from "./problem.ts";
import { argumentsOf, readArguments } from "./read-arguments.ts";

/**
 * The inputs of action.yml: the variable that carries each (a composite action gets no `INPUT_*`), and the value of an
 * empty one. An empty one is common: `${{ inputs.x }}` of an event that has no such input.
 */
export const ACTION_INPUTS = {
  recipes: { variable: "SLUICE_INPUT_RECIPES", default: "" },
  policy: { variable: "SLUICE_INPUT_POLICY", default: "" },
  mode: { variable: "SLUICE_INPUT_MODE", default: MODES[0] },
  plan: { variable: "SLUICE_INPUT_PLAN", default: "" },
  "working-directory": { variable: "SLUICE_INPUT_WORKING_DIRECTORY", default: "." },
  args: { variable: "SLUICE_INPUT_ARGS", default: "" },
} as const;

/** The inputs as they are meant. */
export interface ActionInputs {
  /** The working directory; absolute. Every other path is relative to it. */
  readonly root: string;
  readonly task: Task;
  readonly options: OutputOptions;
}

/** The inputs as they were written, without those that say where and how to run. */
interface WrittenInputs {
  readonly recipes: readonly string[];
  /** Empty: none. */
  readonly plan: string;
  readonly written: WrittenOptions;
}

/** Reads the inputs from the variables of the process, with every problem. */
export function readInputs(env: Environment, workspace: string): Reading<ActionInputs> {
  const choice = parseChoice(textOf(env, "mode"), MODES);
  const mode = "value" in choice ? choice.value : undefined;
  const root = resolve(workspace, textOf(env, "working-directory"));
  const args = readArguments(textOf(env, "args"), mode);
  const [policy, plan] = [textOf(env, "policy"), textOf(env, "plan")];
  const written = policy === "" ? args.written : { ...args.written, policy: [policy] };
  const inputs = { recipes: splitRecipes(textOf(env, "recipes")), plan, written };
  const read = readTask(mode, inputs, root);
  const problems = [
    ...recipesProblems(inputs, mode),
    ...("value" in choice ? [] : [inputProblem("mode", choice.fault, choice.hint)]),
    ...planProblems(inputs, mode),
    ...args.problems,
    ...("faults" in read ? read.faults.map(optionProblem) : []),
  ];
  if (problems.length > 0 || "faults" in read) return { kind: "problems", problems };
  return { kind: "value", value: { root, ...read } };
}

function textOf(env: Environment, input: keyof typeof ACTION_INPUTS): string {
  const { variable, default: fallback } = ACTION_INPUTS[input];
  const text = (env[variable] ?? "").trim();
  return text === "" ? fallback : text;
}

function splitRecipes(text: string): readonly string[] {
  const recipes = text.split(/[,\r\n]/).map((recipe) => recipe.trim());
  return recipes.filter((recipe) => recipe !== "");
}

function recipesProblems(
  { recipes, plan }: WrittenInputs,
  mode: Mode | undefined,
): readonly Diagnostic[] {
  if (mode === "apply") {
    if (recipes.length === 0) return [];
    const hint =
      "Leave it empty: the plan names its recipes. For one outside of the root, use --recipe FILE in `args`.";
    return [inputProblem("recipes", "has no meaning in mode `apply`.", hint)];
  }
  if (recipes.includes("-")) {
    const hint = "A step has no standard input. Write the recipe into a file.";
    return [inputProblem("recipes", "`-` cannot be read here.", hint)];
  }
  const isNeeded = mode !== undefined || plan === "";
  if (recipes.length > 0 || !isNeeded) return [];
  const hint = "Name at least one recipe, by path or by name.";
  return [{ ...inputProblem("recipes", "is empty.", hint), code: "no-recipes" }];
}

function planProblems({ plan }: WrittenInputs, mode: Mode | undefined): readonly Diagnostic[] {
  const hasPlan = mode === "plan" || mode === "apply";
  if (mode === undefined || hasPlan === (plan !== "")) return [];
  if (hasPlan)
    return [inputProblem("plan", "is empty.", "Name the file of the plan, such as plan.json.")];
  const hint = "Leave it empty, or use mode plan or apply.";
  return [inputProblem("plan", `has no meaning in mode \`${mode}\`.`, hint)];
}

/** Makes the task of a mode. Without a valid mode, only the values of options are read. */
function readTask(
  mode: Mode | undefined,
  { recipes, plan, written }: WrittenInputs,
  root: string,
): Pick<ActionInputs, "task" | "options"> | { readonly faults: readonly OptionFault[] } {
  switch (mode) {
    case undefined:
      return { faults: readValues(argumentsOf(mode), written).faults };
    case "apply": {
      const read = readOptions(mode, written);
      if (read.kind === "faults") return read;
      const { options } = read;
      return { task: { kind: "apply", request: applyRequest(options, plan, root) }, options };
    }
    default: {
      const read = readOptions("run", written);
      if (read.kind === "faults") return read;
      const { options } = read;
      const request = runRequest(mode, options, { recipes }, root);
      const task: Task =
        mode === "plan" ? { kind: "plan", request, output: plan } : { kind: "run", request };
      return { task, options };
    }
  }
}
