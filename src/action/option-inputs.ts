import { languages } from "../edit/language/language.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { Environment } from "../model/world.ts";
import type { WrittenOptions } from "../request/options/read-options.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { type InputName, linesOf, listOf, textOf } from "./input-table.ts";
import { inputProblem } from "./problem.ts";
import type { Switches } from "./switches.ts";

/** The inputs that are options of the command line with a value, with the name of the option. */
const OPTION_INPUTS = {
  policy: "policy",
  inputs: "input",
  since: "since",
  reports: "report",
  trust: "trust",
} as const satisfies Partial<Record<InputName, string>>;

/** The folder into which the step before this one installed the grammars of the input `languages`. */
const PACKAGES_VARIABLE = "SLUICE_PACKAGES";

/** Adds the options that inputs say to those of `args`. A single option that both say is then given twice. */
export function withOptionInputs(
  written: WrittenOptions,
  env: Environment,
  switches: Switches,
): WrittenOptions {
  const packages = (env[PACKAGES_VARIABLE] ?? "").trim();
  const texts: readonly (readonly [option: string, values: readonly string[]])[] = [
    ...Object.entries(OPTION_INPUTS).map(([input, option]) => {
      // The keys of the literal above.
      return [option, valuesOf(env, input as keyof typeof OPTION_INPUTS)] as const;
    }),
    ["packages", packages === "" ? [] : [packages]],
  ];
  const all: Record<string, readonly string[] | boolean | undefined> = { ...written };
  for (const [option, values] of texts) {
    const earlier = all[option];
    if (values.length > 0) all[option] = Array.isArray(earlier) ? [...earlier, ...values] : values;
  }
  for (const option of ["check", "allow-code"] as const) if (switches[option]) all[option] = true;
  return all;
}

function valuesOf(env: Environment, input: keyof typeof OPTION_INPUTS): readonly string[] {
  // The value of an input of a recipe may hold commas.
  if (input === "inputs") return linesOf(env, input);
  if (input === "reports") return listOf(env, input);
  const text = textOf(env, input);
  return text === "" ? [] : [text];
}

/** Returns the input that says an option; undefined if only `args` says it. */
export function inputOfOption(option: string, env: Environment): InputName | undefined {
  const [input] = Object.entries(OPTION_INPUTS).find(([, name]) => name === option) ?? [];
  // The keys of the literal above.
  const name = input as keyof typeof OPTION_INPUTS | undefined;
  return name === undefined || valuesOf(env, name).length === 0 ? undefined : name;
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
