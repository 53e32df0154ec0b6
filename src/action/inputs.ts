import { resolve } from "node:path";
import {
  applyRequest,
  decideRequest,
  mergeRequest,
  publishRequest,
  runRequest,
} from "../command/requests.ts";
import type { Task } from "../command/task.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { PLAN_COMMANDS, type PlanCommand } from "../model/run-kind.ts";
import type { Environment } from "../model/world.ts";
import { parseChoice } from "../request/options/option-kind.ts";
import {
  type OptionFault,
  type OutputOptions,
  readOptions,
  readValues,
  type WrittenOptions,
} from "../request/options/read-options.ts";
import type { RunRequest } from "../request/request.ts";
import { parseCount } from "../shared/option-value.ts";
import { type FailRule, readFailOn } from "./fail-on.ts";
import { listOf, textOf } from "./input-table.ts";
import { MODES, type Mode } from "./modes.ts";
import {
  inputOfOption,
  languagesProblems,
  misplacedInputs,
  withOptionInputs,
} from "./option-inputs.ts";
import { inputProblem, optionProblem, type Reading } from "./problem.ts";
import { argumentsOf, readArguments } from "./read-arguments.ts";
import { type Feedback, readSwitches } from "./switches.ts";

/** The inputs as they are meant. */
export interface ActionInputs {
  /** The working directory; absolute. Every other path is relative to it. */
  readonly root: string;
  readonly task: Task;
  readonly options: OutputOptions;
  readonly feedback: Feedback;
  /** The comment on the pull request: what tells it from others, and the most suggestions. */
  readonly comment: { readonly id: string | undefined; readonly suggestions: number };
  readonly failRule: FailRule;
}

/** The inputs as they were written, without those that say where and how to run. */
interface WrittenInputs {
  readonly recipes: readonly string[];
  /** Empty: none. */
  readonly plan: string;
  /** The plans of shards, and folders of them. */
  readonly plans: readonly string[];
  readonly written: WrittenOptions;
}

/** Reads the inputs from the variables of the process, with every problem. */
export function readInputs(env: Environment, workspace: string): Reading<ActionInputs> {
  const choice = parseChoice(textOf(env, "mode"), MODES);
  const mode = "value" in choice ? choice.value : undefined;
  const root = resolve(workspace, textOf(env, "working-directory"));
  const args = readArguments(textOf(env, "args"), mode);
  const { switches, problems: switchProblems } = readSwitches(env);
  const written = withOptionInputs(args.written, env, switches);
  const failOn = readFailOn(env, exitOptions(written));
  const suggestions = parseCount(textOf(env, "suggestions"), 0);
  const plans = listOf(env, "plans");
  const inputs = { recipes: listOf(env, "recipes"), plan: textOf(env, "plan"), plans, written };
  const read = readTask(mode, inputs, root);
  const problems = [
    ...recipesProblems(inputs, mode),
    ...("value" in choice ? [] : [inputProblem("mode", choice.fault, choice.hint)]),
    ...planProblems(inputs, mode),
    ...plansProblems(inputs, mode),
    ...switchProblems,
    ...failOn.problems,
    ...("value" in suggestions
      ? []
      : [inputProblem("suggestions", suggestions.fault, suggestions.hint)]),
    ...languagesProblems(env),
    ...misplacedInputs(env, mode),
    ...args.problems,
    ...("faults" in read ? read.faults : []).map((fault) =>
      optionProblem(fault, inputOfOption(fault.option, env)),
    ),
  ];
  if (problems.length > 0 || "faults" in read) return { kind: "problems", problems };
  const comment = {
    id: textOf(env, "comment-id") || undefined,
    suggestions: "value" in suggestions ? suggestions.value : 0,
  };
  const failRule = { reasons: failOn.reasons, check: written.check === true };
  return {
    kind: "value",
    value: { root, ...read, feedback: switches, comment, failRule },
  };
}

/** Returns the options that say when the run fails, as they were written. */
function exitOptions(written: WrittenOptions): readonly string[] {
  return ["check", "exit-zero"].filter((name) => written[name] === true).map((name) => `--${name}`);
}

/** Without recipes, the project file says what is run. */
function recipesProblems(
  { recipes }: WrittenInputs,
  mode: Mode | undefined,
): readonly Diagnostic[] {
  if (isOfPlan(mode) || mode === "merge") {
    if (recipes.length === 0) return [];
    const hint =
      "Leave it empty: the plan names its recipes. For one outside of the root, use --recipe FILE in `args`.";
    return [inputProblem("recipes", `has no meaning in mode \`${mode}\`.`, hint)];
  }
  if (recipes.includes("-")) {
    const hint = "A step has no standard input. Write the recipe into a file.";
    return [inputProblem("recipes", "`-` cannot be read here.", hint)];
  }
  return [];
}

function isOfPlan(mode: Mode | undefined): mode is PlanCommand {
  return PLAN_COMMANDS.some((name) => name === mode);
}

function planProblems({ plan }: WrittenInputs, mode: Mode | undefined): readonly Diagnostic[] {
  const hasPlan = mode === "plan" || mode === "merge" || isOfPlan(mode);
  if (mode === undefined || hasPlan === (plan !== "")) return [];
  if (hasPlan)
    return [inputProblem("plan", "is empty.", "Name the file of the plan, such as plan.json.")];
  const hint = "Leave it empty, or use mode plan, merge, apply, publish or decide.";
  return [inputProblem("plan", `has no meaning in mode \`${mode}\`.`, hint)];
}

function plansProblems({ plans }: WrittenInputs, mode: Mode | undefined): readonly Diagnostic[] {
  if (mode === undefined || (mode === "merge") === plans.length > 0) return [];
  if (mode === "merge")
    return [inputProblem("plans", "is empty.", "Name the folder with the plans of all shards.")];
  const hint = "Leave it empty, or use mode merge.";
  return [inputProblem("plans", `has no meaning in mode \`${mode}\`.`, hint)];
}

/** Makes the task of a mode. Without a valid mode, only the values of options are read. */
function readTask(
  mode: Mode | undefined,
  { recipes, plan, plans, written }: WrittenInputs,
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
    case "merge": {
      const read = readOptions(mode, written);
      if (read.kind === "faults") return read;
      const { options } = read;
      const request = mergeRequest(options, plans, root);
      return { task: { kind: "merge", request, output: plan }, options };
    }
    case "publish": {
      const read = readOptions(mode, written);
      if (read.kind === "faults") return read;
      const { options } = read;
      return { task: { kind: "publish", request: publishRequest(options, plan, root) }, options };
    }
    case "decide": {
      const read = readOptions(mode, written);
      if (read.kind === "faults") return read;
      const { options } = read;
      return { task: { kind: "decide", request: decideRequest(options, plan, root) }, options };
    }
    default: {
      const read = readOptions("run", written);
      if (read.kind === "faults") return read;
      const { options } = read;
      const named = runRequest(mode, options, { recipes }, root);
      const request: RunRequest = recipes.length > 0 ? named : { ...named, project: "root" };
      const task: Task =
        mode === "plan" ? { kind: "plan", request, output: plan } : { kind: "run", request };
      return { task, options };
    }
  }
}
