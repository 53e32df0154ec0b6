import { hasNegation } from "../command/option-kind.ts";
import type { OptionSpec } from "../command/option-spec.ts";
import { optionsOf } from "../command/option-table.ts";
import type { WrittenOptions } from "../command/read-options.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { type ArgumentToken, argumentTokens } from "./argument-tokens.ts";
import { MODES, type Mode } from "./modes.ts";
import { inputProblem } from "./problem.ts";
import { splitArguments } from "./split-arguments.ts";

/** The options of every mode, by name. */
const KNOWN: ReadonlyMap<string, OptionSpec> = new Map(
  MODES.flatMap(optionsOf).flatMap((spec) => namesOf(spec).map((name) => [name, spec])),
);

function namesOf({ name, longAlias }: OptionSpec): readonly string[] {
  return longAlias === undefined ? [name] : [name, longAlias];
}

/** The options that `args` takes in a mode; in any mode if it is undefined. */
export function argumentsOf(mode: Mode | undefined): readonly OptionSpec[] {
  const specs = mode === undefined ? new Set(KNOWN.values()) : optionsOf(mode);
  return [...specs].filter(({ adviceInAction }) => adviceInAction === undefined);
}

/** Returns the forms of an option that change its default: `--no-cache`, but not `--cache`. */
export function spellings({ name, kind, default: fallback }: OptionSpec): readonly string[] {
  if (!hasNegation(kind)) return [`--${name}`];
  return fallback === true ? [`--no-${name}`] : [`--${name}`, `--no-${name}`];
}

/** The options in `args` as they were written, and the problems that are not about values. */
export interface ReadArguments {
  readonly written: WrittenOptions;
  readonly problems: readonly Diagnostic[];
}

/** Reads the input `args`: options only, quoted as in a shell. */
export function readArguments(text: string, mode: Mode | undefined): ReadArguments {
  const split = splitArguments(text);
  if (split.kind === "problem")
    return { written: {}, problems: [inputProblem("args", split.message)] };
  const written: Record<string, readonly string[] | boolean> = {};
  const problems: Diagnostic[] = [];
  for (const token of argumentTokens(split.words, KNOWN)) {
    const problem = problemOf(token, mode);
    if (problem !== undefined) problems.push(problem);
    else if (token.kind === "option") addOption(written, token.spec.name, token.value);
  }
  return { written, problems };
}

function addOption(
  written: Record<string, readonly string[] | boolean>,
  name: string,
  value: readonly string[] | boolean,
): void {
  const earlier = written[name] ?? [];
  const areLists = typeof value !== "boolean" && typeof earlier !== "boolean";
  written[name] = areLists ? [...earlier, ...value] : value;
}

function problemOf(token: ArgumentToken, mode: Mode | undefined): Diagnostic | undefined {
  switch (token.kind) {
    case "separator":
      return inputProblem("args", "`--` has nothing to separate here.");
    case "word": {
      const hint = "Recipes go into the input `recipes`, a plan into the input `plan`.";
      return inputProblem("args", `\`${token.text}\` is not an option.`, hint);
    }
    case "unknown": {
      const names = argumentsOf(mode).flatMap(spellings);
      const hint = didYouMean(token.rawName, names);
      return inputProblem("args", `unknown option \`${token.rawName}\`.`, hint);
    }
    case "option":
      return misplacement(token.rawName, token.spec, mode);
  }
}

/** A problem with an option that `args`, or the mode, does not take. */
function misplacement(
  rawName: string,
  { name, adviceInAction }: OptionSpec,
  mode: Mode | undefined,
): Diagnostic | undefined {
  if (adviceInAction !== undefined)
    return inputProblem("args", `\`${rawName}\` cannot be used here.`, adviceInAction);
  const modes = MODES.filter((each) => optionsOf(each).some((spec) => spec.name === name));
  if (mode === undefined || modes.includes(mode)) return undefined;
  const hint = `Use it with mode ${modes.join(", ")}.`;
  return inputProblem("args", `\`${rawName}\` has no meaning in mode \`${mode}\`.`, hint);
}
