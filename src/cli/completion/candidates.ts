import { OPTION_KINDS } from "../../request/options/option-kind.ts";
import type { OptionSpec } from "../../request/options/option-spec.ts";
import { ALL_OPTIONS, optionsOf } from "../../request/options/option-table.ts";
import { SCHEMA_NAMES } from "../../shared/schema/schema-names.ts";
import type { Usage } from "../commands/command.ts";
import { wordNames } from "../yargs-options.ts";
import { FILES, SHELLS } from "./shell-scripts.ts";

/** A word that may come next, with a phrase about it. */
export interface Candidate {
  readonly value: string;
  readonly about?: string;
}

/** The values that depend on the tree. Each returns none if they cannot be found. */
export interface KnownValues {
  recipes(): Promise<readonly Candidate[]>;
  runs(): Promise<readonly Candidate[]>;
  policies(): Promise<readonly Candidate[]>;
  languages(): Promise<readonly Candidate[]>;
}

const ANY_FILE: Candidate = { value: FILES };

/**
 * Returns the words that may replace the last word of a command line, sorted by meaning: the words that begin like
 * it, and a mark if names of files may follow.
 */
export async function candidatesFor(
  line: readonly string[],
  commands: readonly Usage[],
  known: KnownValues,
): Promise<readonly Candidate[]> {
  const current = line.at(-1) ?? "";
  const before = line.slice(0, -1);
  const found = await candidates(before, current, commands, known);
  // Longer forms of names, such as `shipped:NAME`, are for a person who begins to type one.
  const isWanted = ({ value }: Candidate) =>
    value.startsWith(current) && (current !== "" || !value.includes(":"));
  return found.filter((each) => each === ANY_FILE || isWanted(each));
}

async function candidates(
  before: readonly string[],
  current: string,
  commands: readonly Usage[],
  known: KnownValues,
): Promise<readonly Candidate[]> {
  const { command, group, words } = findCommand(before, commands);
  const specs = optionsOf(command?.name ?? "list");
  if (before.includes("--")) return command?.takesFiles === true ? [ANY_FILE] : [];
  const [, name, inline] = /^(--[^=]+)=(.*)$/s.exec(current) ?? [];
  const waiting = specOf(specs, name ?? before.at(-1) ?? "");
  if (waiting !== undefined && takesValue(waiting) && (inline !== undefined || isOption(before)))
    return withPrefix(inline === undefined ? "" : `${name}=`, await valuesOf(waiting, known));
  if (command === undefined) return namesOf(commands, group);
  if (current.startsWith("-")) return optionNames(specs, before);
  return wordsFor(command, words, known);
}

/** True if the last word is an option, and its value comes in the next word. */
function isOption(before: readonly string[]): boolean {
  return /^-[^=]*$/.test(before.at(-1) ?? "");
}

/** Finds the command of a line; `words` are the words after it that are no options, and no values of options. */
function findCommand(
  before: readonly string[],
  commands: readonly Usage[],
): { readonly command?: Usage; readonly group: string; readonly words: readonly string[] } {
  const plain = before.filter((word, index) => {
    if (word.startsWith("-")) return false;
    const spec = specOf(ALL_OPTIONS, before[index - 1] ?? "");
    return spec === undefined || !takesValue(spec);
  });
  const [first = "", second = "", ...rest] = plain[0] === "help" ? plain.slice(1) : plain;
  const pair = commands.find((each) => each.name === `${first} ${second}`);
  if (pair !== undefined) return { command: pair, group: "", words: rest };
  const command = commands.find((each) => each.name === first);
  if (command !== undefined)
    return { command, group: "", words: second === "" ? [] : [second, ...rest] };
  return { group: first, words: [] };
}

function namesOf(commands: readonly Usage[], group: string): readonly Candidate[] {
  const own = commands.filter(({ name }) => name.startsWith(group === "" ? "" : `${group} `));
  const seen = new Map<string, Candidate>();
  for (const { name, summary } of own) {
    const rest = group === "" ? name : name.slice(group.length + 1);
    const [value = ""] = rest.split(" ");
    if (!seen.has(value)) seen.set(value, value === rest ? { value, about: summary } : { value });
  }
  const help: Candidate = { value: "help", about: "Show the help of a command" };
  return group === "" ? [...seen.values(), help] : [...seen.values()];
}

function optionNames(
  specs: readonly OptionSpec[],
  before: readonly string[],
): readonly Candidate[] {
  const names = specs.flatMap((spec): readonly Candidate[] => {
    const { name, summary, default: fallback } = spec;
    const isMany = OPTION_KINDS[spec.kind].arity === "many";
    if (!isMany && before.some((word) => word === `--${name}` || word.startsWith(`--${name}=`)))
      return [];
    const isOn = OPTION_KINDS[spec.kind].arity === "flag" && fallback === true;
    return [{ value: isOn ? `--no-${name}` : `--${name}`, about: summary }];
  });
  return [...names, { value: "--help", about: "Show help" }];
}

async function wordsFor(
  { name: command, words: usage }: Usage,
  given: readonly string[],
  known: KnownValues,
): Promise<readonly Candidate[]> {
  const names = wordNames(usage);
  const next = names[given.length] ?? names.findLast(({ isMany }) => isMany);
  if (next === undefined) return [];
  switch (next.name) {
    case "recipe":
      return [...(await known.recipes()), ANY_FILE];
    case "run":
    case "other":
      return command === "report" ? [...(await known.runs()), ANY_FILE] : known.runs();
    case "policy":
      return [...(await known.policies()), ANY_FILE];
    case "action":
      return command === "resolve" ? [{ value: "apply" }, { value: "discard" }] : [];
    case "shell":
      return SHELLS.map((value) => ({ value }));
    case "schema":
      return SCHEMA_NAMES.map((value) => ({ value }));
    default:
      return [ANY_FILE];
  }
}

async function valuesOf(spec: OptionSpec, known: KnownValues): Promise<readonly Candidate[]> {
  const kind = OPTION_KINDS[spec.kind];
  if ("choices" in kind) return kind.choices.map((value) => ({ value }));
  if (spec.name === "policy") return [...(await known.policies()), ANY_FILE];
  if (spec.name === "lang") return known.languages();
  if (spec.placeholder === "RUN") return known.runs();
  return /FILE|DIR|PLAN|GLOB/.test(spec.placeholder ?? "") ? [ANY_FILE] : [];
}

function withPrefix(prefix: string, values: readonly Candidate[]): readonly Candidate[] {
  if (prefix === "") return values;
  return values.map((each) =>
    each === ANY_FILE ? each : { ...each, value: `${prefix}${each.value}` },
  );
}

function takesValue({ kind }: OptionSpec): boolean {
  return OPTION_KINDS[kind].arity !== "flag";
}

function specOf(specs: readonly OptionSpec[], word: string): OptionSpec | undefined {
  return specs.find(
    ({ name, alias, longAlias }) =>
      word === `--${name}` ||
      (alias !== undefined && word === `-${alias}`) ||
      (longAlias !== undefined && word === `--${longAlias}`),
  );
}
