import type { Diagnostic } from "../model/diagnostic.ts";
import { hasNegation } from "../request/options/option-kind.ts";
import type { OptionSpec } from "../request/options/option-spec.ts";
import { optionsOf } from "../request/options/option-table.ts";
import type { WrittenOptions } from "../request/options/read-options.ts";
import { didYouMean } from "../shared/closest-name.ts";
import { type ArgumentToken, argumentTokens } from "./argument-tokens.ts";
import { MODES, type Mode } from "./modes.ts";
import { inputProblem } from "./problem.ts";

/** One piece of a word: blank, `'…'`, `"…"`, `\x`, or plain text. The last takes a quote that is left open. */
const PIECE =
  /(?<blank>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>[^\s'"\\]+)|(?<open>.)/gs;

/** The characters that a backslash quotes inside of double quotes; before any other it is itself. */
const ESCAPED_IN_DOUBLE = /\\(?:([\\"$`])|\n)/g;

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

/** The words of a text, or why it cannot be split. */
type SplitArguments =
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "problem"; readonly message: string };

/**
 * Splits a text into words by the quoting rules of a POSIX shell: blanks and line ends separate,
 * `'…'` is literal, `"…"` knows `\"`, `\\`, `\$` and `` \` ``, a backslash quotes the next character,
 * and a backslash before a line end joins the lines. Nothing is expanded: `$X`, `*`, `~`, `#` and
 * `$(…)` are text.
 */
export function splitArguments(text: string): SplitArguments {
  const words: string[] = [];
  let word: string | undefined;
  for (const { groups = {} } of text.replaceAll("\r\n", "\n").matchAll(PIECE)) {
    const { blank, single, double, escaped, plain, open } = groups;
    if (open !== undefined) return { kind: "problem", message: leftOpen(open) };
    if (escaped === "\n") continue;
    if (blank === undefined) {
      const inDouble = double?.replace(ESCAPED_IN_DOUBLE, (_whole, kept: string = "") => kept);
      word = (word ?? "") + (single ?? inDouble ?? escaped ?? plain ?? "");
    } else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  return { kind: "words", words: word === undefined ? words : [...words, word] };
}

function leftOpen(character: string): string {
  if (character === "\\") return "a backslash at the end quotes nothing.";
  return `a quote (${character}) is opened and never closed.`;
}
