import { resolve } from "node:path";
import type { Options } from "yargs";
import { DEFAULT_LOCK_TIMEOUT } from "../../run/request/request.ts";
import { didYouMean } from "../../shared/closest-name.ts";
import { parseDuration } from "../../shared/option-value.ts";
import type { CliWorld } from "../cli-world.ts";
import { UsageError, valueOfOption } from "../usage-error.ts";

/** The arguments of a command as yargs leaves them. */
export type RawArguments = Readonly<Record<string, unknown>>;

/** One command of the command line: argv → request → use case → exit code. */
export interface Command {
  /** As yargs wants it: `run [recipe..]`. */
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Options>>;
  readonly examples?: readonly (readonly [command: string, what: string])[];
  /** Does it and answers the exit code. Throws a `UsageError` where the arguments are not understood. */
  run(raw: RawArguments, surroundings: CliWorld): Promise<number>;
}

/** The text of an option; undefined where it was not given. Throws a `UsageError` where it is empty or stands twice. */
export function textOption(raw: RawArguments, name: string): string | undefined {
  const value = raw[name];
  // Which of two policies, or of two roots, was meant is nothing to guess.
  if (Array.isArray(value)) throw new UsageError(`--${name} is given twice.`);
  if (value === "") throw new UsageError(`--${name} is empty.`);
  return typeof value === "string" ? value : undefined;
}

/** The folder to work in; absolute. */
export function rootOption(raw: RawArguments, cwd: string): string {
  return resolve(cwd, textOption(raw, "root") ?? ".");
}

/** The texts of an option or of positional arguments. */
export function listOption(raw: RawArguments, name: string): readonly string[] {
  const value = raw[name];
  return Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)];
}

/** Whether a flag was set. */
export function flagOption(raw: RawArguments, name: string): boolean {
  return raw[name] === true;
}

/** How long another run is waited for (`LOCK_OPTIONS`); milliseconds. Throws a `UsageError` where it is no duration. */
export function lockTimeout(raw: RawArguments): number {
  const text = textOption(raw, "lock-timeout");
  if (text === undefined) return DEFAULT_LOCK_TIMEOUT;
  return valueOfOption("lock-timeout", parseDuration(text));
}

/** What a command prints that runs nothing: for people, or one JSON object. */
export const PRODUCT_FORMAT_OPTION = {
  format: {
    type: "string",
    requiresArg: true,
    describe: "pretty or json",
    default: "pretty",
  },
} as const satisfies Readonly<Record<string, Options>>;

/** The value of {@link PRODUCT_FORMAT_OPTION}. Throws a `UsageError` where it is another one. */
export function productFormat(raw: RawArguments): "pretty" | "json" {
  const format = textOption(raw, "format") ?? PRODUCT_FORMAT_OPTION.format.default;
  if (format === "pretty" || format === "json") return format;
  throw new UsageError(
    `--format: this command has no format \`${format}\`.`,
    didYouMean(format, ["pretty", "json"]),
  );
}
