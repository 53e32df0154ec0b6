import { FACTS_CHOICES } from "../../model/action/asked-facts.ts";
import { FORGES } from "../../model/forge/forge-name.ts";
import { PATCH_FORMATS, PATCH_MAKERS } from "../../model/patch/patch.ts";
import { PARENS } from "../../model/recipe/parens.ts";
import { REPORT_FORMATS } from "../../model/report/formats.ts";
import { GROUPINGS } from "../../model/report/groupings.ts";
import { SHARD_WAYS } from "../../model/search/shard.ts";
import { TRUST_MODES } from "../../model/trust.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import {
  type OptionValue,
  parseAge,
  parseCount,
  parseDiskSize,
  parseDuration,
  parseInputPairs,
  parsePercent,
  parseServers,
  parseShard,
  parseSize,
  parseVariables,
} from "../../shared/option-value.ts";
import { parseFileReports, parseFormat, parseTestReports } from "./parse-reports.ts";

/** The option is given at most once, with a value. */
interface SingleKind<T> {
  readonly arity: "one";
  parse(text: string): OptionValue<T>;
  /** The words that it takes, if no other. */
  readonly choices?: readonly string[];
  /** The value of the option without a value, and of its form that begins with `--no-`. Default: both are refused. */
  readonly bare?: { readonly plain: string; readonly negated: string };
}

/** The option may be repeated, with a value each time. */
interface ListKind<T> {
  readonly arity: "many";
  parse(texts: readonly string[]): OptionValue<T>;
  /** An empty text is a value. Default: the value is then missing. */
  readonly takesEmpty?: boolean;
}

/** The option is given without a value. */
interface FlagKind {
  readonly arity: "flag";
  /** The flag has a form that begins with `--no-`, too. */
  readonly hasNegation: boolean;
}

/** The kinds of options: each has one parser, and so one message for a bad value. */
export const OPTION_KINDS = {
  flag: { arity: "flag", hasNegation: false },
  switch: { arity: "flag", hasNegation: true },
  text: single((value) => ({ value })),
  duration: single(parseDuration),
  age: single(parseAge),
  size: single(parseSize),
  "disk size": single(parseDiskSize),
  "count from 0": single((text) => parseCount(text, 0)),
  "count from 1": single((text) => parseCount(text, 1)),
  percent: single(parsePercent),
  shard: single(parseShard),
  "way of shards": choice(SHARD_WAYS),
  "report format": { ...single(parseFormat), choices: REPORT_FORMATS },
  "product format": choice(["pretty", "json"]),
  trust: choice(TRUST_MODES),
  "why-not": choice(["apply"]),
  "recipe source": choice(["ast-grep"]),
  forge: choice(FORGES),
  maker: choice(PATCH_MAKERS),
  "patch format": choice(PATCH_FORMATS),
  unit: choice(["step", "file", "hunk"]),
  facts: choice(FACTS_CHOICES),
  grouping: choice(GROUPINGS),
  parens: choice(PARENS),
  color: {
    ...choice(["auto", "always", "never"]),
    bare: { plain: "always", negated: "never" },
  },
  texts: list((value) => ({ value })),
  "texts or empty": { ...list((value) => ({ value })), takesEmpty: true },
  variables: list(parseVariables),
  servers: list(parseServers),
  // Requests of programs and of project files have other values than texts, too.
  inputs: list<Readonly<Record<string, unknown>>>(parseInputPairs),
  reports: list(parseFileReports),
  "test reports": list(parseTestReports),
} as const satisfies Readonly<Record<string, FlagKind | SingleKind<unknown> | ListKind<unknown>>>;

export type OptionKindName = keyof typeof OPTION_KINDS;

/** The type of the values of a kind. */
export type ValueOfKind<Name extends OptionKindName> = (typeof OPTION_KINDS)[Name] extends
  | SingleKind<infer Value>
  | ListKind<infer Value>
  ? Value
  : boolean;

/** Returns true if options of the kind have a form that begins with `--no-`. */
export function hasNegation(name: OptionKindName): boolean {
  const kind = OPTION_KINDS[name];
  return kind.arity === "flag" && kind.hasNegation;
}

function single<T>(parse: SingleKind<T>["parse"]): SingleKind<T> {
  return { arity: "one", parse };
}

function choice<const Choice extends string>(choices: readonly Choice[]) {
  return { ...single((text) => parseChoice(text, choices)), choices };
}

function list<T>(parse: ListKind<T>["parse"]): ListKind<T> {
  return { arity: "many", parse };
}

/** Reads one of several words. */
export function parseChoice<const Choice extends string>(
  text: string,
  choices: readonly Choice[],
): OptionValue<Choice> {
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return { value: choice };
  return { fault: `invalid value \`${text}\`.`, hint: didYouMean(text, choices) };
}
