import type { Options } from "yargs";
import type { CliSurroundings } from "../surroundings.ts";

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
  run(raw: RawArguments, surroundings: CliSurroundings): Promise<number>;
}

/** The text of an option; undefined where it was not given. */
export function textOption(raw: RawArguments, name: string): string | undefined {
  const value = raw[name];
  // An option that was given twice is a list; the last one counts, as in most tools.
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? last : undefined;
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
