import type { Environment } from "../model/world.ts";
import { OPTION_KINDS } from "../request/options/option-kind.ts";
import type { OptionSpec } from "../request/options/option-spec.ts";
import { ALL_OPTIONS, type OPTION_TABLE } from "../request/options/option-table.ts";
import { MODES } from "./modes.ts";

/** The inputs that are no options, with the value of an empty one. */
const OWN_INPUTS = {
  recipes: "",
  mode: MODES[0],
  plan: "",
  plans: "",
  "working-directory": ".",
  "fail-on": "",
  summary: "true",
  annotations: "true",
  comment: "false",
  "check-run": "false",
  "comment-id": "",
  suggestions: "10",
  languages: "",
  cache: "true",
  args: "",
  "github-token": "",
} as const;

type Rows = (typeof OPTION_TABLE)[keyof typeof OPTION_TABLE];

/** An input that is an option of the command line. */
export type OptionInput = Extract<Rows, { readonly actionInput: string }>["actionInput"];

/** The name of an input. */
export type InputName = keyof typeof OWN_INPUTS | OptionInput;

/** The inputs that are options, each with its row. */
export const OPTION_INPUTS: readonly (readonly [OptionInput, OptionSpec])[] = ALL_OPTIONS.flatMap(
  // The type has the inputs of the same rows.
  (spec) => (spec.actionInput === undefined ? [] : [[spec.actionInput as OptionInput, spec]]),
);

/** An input of action.yml: the variable that carries it (a composite action gets no `INPUT_*`), and its default. */
interface ActionInput {
  readonly variable: string;
  /** The value of an empty one, which is common: `${{ inputs.x }}` of an event that has no such input. */
  readonly default: string;
}

/** Every input of action.yml. */
export const ACTION_INPUTS = Object.fromEntries([
  ...Object.entries(OWN_INPUTS).map(([name, fallback]) => [name, actionInput(name, fallback)]),
  ...OPTION_INPUTS.map(([name, spec]) => [name, actionInput(name, defaultOf(spec))]),
]) as Readonly<Record<InputName, ActionInput>>; // Both parts of the type.

function actionInput(name: string, fallback: string): ActionInput {
  const variable = `SLUICE_INPUT_${name.toUpperCase().replaceAll("-", "_")}`;
  return { variable, default: fallback };
}

function defaultOf({ kind, default: fallback = false }: OptionSpec): string {
  return OPTION_KINDS[kind].arity === "flag" ? String(fallback) : "";
}

/** Returns the text of an input without blanks around it, or its default. */
export function textOf(env: Environment, input: InputName): string {
  const { variable, default: fallback } = ACTION_INPUTS[input];
  const text = (env[variable] ?? "").trim();
  return text === "" ? fallback : text;
}

/** Returns the entries of an input that is a list, separated by commas or line ends. */
export function listOf(env: Environment, input: InputName): readonly string[] {
  return entries(textOf(env, input), /[,\r\n]/);
}

/** Returns the lines of an input, of which each may hold commas. */
export function linesOf(env: Environment, input: InputName): readonly string[] {
  return entries(textOf(env, input), /[\r\n]/);
}

function entries(text: string, separator: RegExp): readonly string[] {
  const parts = text.split(separator).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}
