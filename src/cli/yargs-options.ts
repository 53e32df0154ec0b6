import type { Options } from "yargs";
import { OPTION_KINDS } from "../request/options/option-kind.ts";
import type { OptionSpec } from "../request/options/option-spec.ts";
import type { WrittenOptions } from "../request/options/read-options.ts";
import type { Usage, Words } from "./commands/command.ts";
import { withDashes } from "./dash-word.ts";
import { usageError } from "./usage-error.ts";

/** The arguments of a command as yargs leaves them. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** Returns options as yargs wants them. Defaults are only words here: values are read from the table. */
export function yargsOptions(specs: readonly OptionSpec[]): Readonly<Record<string, Options>> {
  const entries = specs.flatMap((spec): readonly (readonly [string, Options])[] => {
    const option = yargsOption(spec);
    const { name, longAlias } = spec;
    if (longAlias === undefined) return [[name, option]];
    return [
      [name, option],
      [longAlias, { ...option, alias: [], hidden: true }],
    ];
  });
  return Object.fromEntries(entries);
}

function yargsOption(spec: OptionSpec): Options {
  const kind = OPTION_KINDS[spec.kind];
  const describe = describeOption(spec);
  const alias = spec.alias === undefined ? {} : { alias: spec.alias };
  switch (kind.arity) {
    case "flag":
      return { type: "boolean", describe, ...alias };
    case "many":
      return { type: "array", string: true, requiresArg: true, describe, ...alias };
    case "one":
      return { type: "string", requiresArg: !("bare" in kind), describe, ...alias };
  }
}

/** The line of an option in `--help`. */
function describeOption({ kind, summary, default: fallback, defaultNote }: OptionSpec): string {
  const isList = OPTION_KINDS[kind].arity === "many";
  const shown = typeof fallback === "string" ? fallback : defaultNote;
  const notes = [
    ...(isList ? ["repeatable"] : []),
    ...(shown === undefined ? [] : [`default: ${shown}`]),
  ];
  return notes.length === 0 ? summary : `${summary} (${notes.join("; ")})`;
}

/** Returns the options of a command as they were written. */
export function writtenOptions(
  specs: readonly OptionSpec[],
  raw: RawArguments,
  argv: readonly string[],
): WrittenOptions {
  return Object.fromEntries(specs.map((spec) => [spec.name, writtenOption(spec, raw, argv)]));
}

function writtenOption(
  { name, longAlias = name, kind: kindName }: OptionSpec,
  raw: RawArguments,
  argv: readonly string[],
): readonly string[] | boolean | undefined {
  const kind = OPTION_KINDS[kindName];
  if (longAlias !== name && Array.isArray(raw[name]) && Array.isArray(raw[longAlias]))
    throw usageError(`--${name} and --${longAlias} are the same.`, "Use one of the two names.");
  const value = raw[name] ?? raw[longAlias];
  if (kind.arity === "flag") {
    // yargs reads every value of a flag but `true` as false.
    const inline = wordsBeforeSeparator(argv).find(
      (word) => word.startsWith(`--${name}=`) || word.startsWith(`--${longAlias}=`),
    );
    if (inline !== undefined) return [inline];
    return typeof value === "boolean" ? value : undefined;
  }
  if ("bare" in kind && value === "") return [kind.bare.plain];
  if ("bare" in kind && value === false) return [kind.bare.negated];
  if (value === undefined || typeof value === "boolean") return value;
  return listOf(value);
}

function wordsBeforeSeparator(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end === -1 ? argv : argv.slice(0, end);
}

/** The names of the words in the usage of a command: `[recipe..]` may be many. */
export function wordNames(
  usage: string,
): readonly { readonly name: string; readonly isMany: boolean }[] {
  return [...usage.matchAll(/[<[](\w+)(\.\.)?[>\]]/g)].map(([, name = "", dots]) => ({
    name,
    isMany: dots !== undefined,
  }));
}

/**
 * Returns the words of a command line. Words after `--` are files if the command takes files, and otherwise words like
 * the others; throws a `UsageError` if none is allowed.
 */
export function wordsOf(
  { words: usage, takesFiles = false }: Usage,
  raw: RawArguments,
  argv: readonly string[],
): Words {
  const names = wordNames(usage);
  const last = listOf(raw["--"]);
  const [files, behind] = takesFiles ? [last, []] : [[], last];
  const [stray] = behind;
  if (stray !== undefined && !names.some(({ isMany }) => isMany))
    throw usageError(`Unexpected argument: ${stray}`);
  const words = names.map(
    ({ name, isMany }) => [name, [...listOf(raw[name]), ...(isMany ? behind : [])]] as const,
  );
  // A list of files that came out empty (`… | xargs sluice run r --`) means no file, and not all of them.
  const hasFiles = takesFiles && argv.includes("--");
  return Object.fromEntries([...words, ...(hasFiles ? [["files", files] as const] : [])]);
}

function listOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return list.map((word) => withDashes(String(word)));
}
