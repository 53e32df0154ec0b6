import { languages } from "../edit/language/language.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/world.ts";
import { OPTION_KINDS } from "../request/options/option-kind.ts";
import type { OptionSpec } from "../request/options/option-spec.ts";
import type { WrittenOptions } from "../request/options/read-options.ts";
import { didYouMean } from "../shared/closest-name.ts";
import {
  ACTION_INPUTS,
  type InputName,
  linesOf,
  listOf,
  OPTION_INPUTS,
  type OptionInput,
  textOf,
} from "./input-table.ts";
import { MODES, type Mode } from "./modes.ts";
import { inputProblem } from "./problem.ts";
import type { Switches } from "./switches.ts";

/** The folder into which the step before this one installed the grammars of the input `languages`. */
const PACKAGES_VARIABLE = "SLUICE_PACKAGES";

/** Adds the options that inputs say to those of `args`. A single option that both say is then given twice. */
export function withOptionInputs(
  written: WrittenOptions,
  env: Environment,
  switches: Switches,
): WrittenOptions {
  const all: Record<string, readonly string[] | boolean | undefined> = { ...written };
  const add = (option: string, values: readonly string[]) => {
    const earlier = all[option];
    if (values.length > 0) all[option] = Array.isArray(earlier) ? [...earlier, ...values] : values;
  };
  for (const [input, spec] of OPTION_INPUTS) {
    const value = switches[input];
    if (value === undefined) add(spec.name, valuesOf(env, input, spec));
    else if (String(value) !== ACTION_INPUTS[input].default) all[spec.name] = value;
  }
  const packages = (env[PACKAGES_VARIABLE] ?? "").trim();
  add("packages", packages === "" ? [] : [packages]);
  return all;
}

function valuesOf(env: Environment, input: OptionInput, { kind }: OptionSpec): readonly string[] {
  // The value of an input of a recipe may hold commas.
  if (kind === "inputs") return linesOf(env, input);
  if (OPTION_KINDS[kind].arity === "many") return listOf(env, input);
  const text = textOf(env, input);
  return text === "" ? [] : [text];
}

/** Returns the input that says the value of an option; undefined if only `args` says it. */
export function inputOfOption(option: string, env: Environment): InputName | undefined {
  const isSaid = (input: OptionInput, spec: OptionSpec) =>
    spec.name === option &&
    OPTION_KINDS[spec.kind].arity !== "flag" &&
    valuesOf(env, input, spec).length > 0;
  return OPTION_INPUTS.find(([input, spec]) => isSaid(input, spec))?.[0];
}

/** Returns the problems with inputs that are options of other modes. */
export function misplacedInputs(env: Environment, mode: Mode | undefined): readonly Diagnostic[] {
  if (mode === undefined) return [];
  return OPTION_INPUTS.flatMap(([input, spec]) => {
    const modes = MODES.filter((each) => spec.commands.includes(each));
    if (modes.includes(mode) || valuesOf(env, input, spec).length === 0) return [];
    if (OPTION_KINDS[spec.kind].arity === "flag") return []; // Of these, `false` says nothing.
    const message = `has no meaning in mode \`${mode}\`.`;
    return [inputProblem(input, message, `Use it with mode ${modes.join(", ")}.`)];
  });
}

/** Returns the problems with the input `languages`. */
export function languagesProblems(env: Environment): readonly Diagnostic[] {
  const known = languages.flatMap(({ id, aliases }) => [id, ...aliases]);
  return listOf(env, "languages")
    .filter((name) => !known.includes(name.toLowerCase()))
    .map((name) =>
      inputProblem("languages", `unknown language \`${name}\`.`, didYouMean(name, known)),
    );
}
