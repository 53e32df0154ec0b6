import type { CommandName } from "../../command/option-spec.ts";
import { type OptionsOf, readOptions, type WrittenOptions } from "../../command/read-options.ts";
import type { CliWorld } from "../cli-world.ts";
import { usageError, usageErrorOf } from "../usage-error.ts";

/** The words of a command line that are no options, by the name that the usage of the command gives them. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** One command of the command line. */
export interface Command {
  readonly name: CommandName;
  /** The words that it takes, as yargs writes them: `<plan>`, `[run]`, `[recipe..]`. */
  readonly words: string;
  readonly summary: string;
  readonly examples: readonly (readonly [command: string, what: string])[];
  /** Runs the command and returns the exit code. Throws a `UsageError` if the command line is invalid. */
  run(written: WrittenOptions, words: Words, world: CliWorld): Promise<number>;
}

/** A command that gets its options as they are meant. */
interface CommandDefinition<Name extends CommandName> extends Omit<Command, "name" | "run"> {
  readonly name: Name;
  run(options: OptionsOf<Name>, words: Words, world: CliWorld): Promise<number>;
}

/** Makes a command that reads its options, and refuses invalid ones, before it runs. */
export function defineCommand<const Name extends CommandName>(
  definition: CommandDefinition<Name>,
): Command {
  return {
    ...definition,
    async run(written, words, world) {
      const read = readOptions(definition.name, written);
      if (read.kind === "faults") throw usageErrorOf(read.faults);
      return definition.run(read.options, words, world);
    },
  };
}

/** Returns the word of that name, undefined if it was not given. Throws a `UsageError` if it is empty or not one. */
export function wordOf(words: Words, name: string): string | undefined {
  const [word, ...more] = words[name] ?? [];
  if (word === "") throw usageError(`The argument <${name}> is empty.`);
  if (more.length > 0) throw usageError(`The argument <${name}> is given twice.`);
  return word;
}

/** Returns a word that the usage requires, so that yargs refused a command line without it. */
export function requiredWord(words: Words, name: string): string {
  const word = wordOf(words, name);
  if (word === undefined) throw new Error(`The command line was accepted without <${name}>.`);
  return word;
}
