import type { Task } from "../../command/task.ts";
import type { CommandName } from "../../request/options/option-spec.ts";
import {
  type OptionsOf,
  type OutputOptions,
  readOptions,
  type WrittenOptions,
} from "../../request/options/read-options.ts";
import type { CliWorld } from "../cli-world.ts";
import { usageError, usageErrorOf } from "../usage-error.ts";

/** The words of a command line that are no options, by the name that the usage of the command gives them. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** The usage of a command. */
export interface Usage {
  readonly name: CommandName;
  /** The words that it takes, as yargs writes them: `<plan>`, `[run]`, `[recipe..]`. */
  readonly words: string;
  /** The words after `--` are files: they come as `files`. */
  readonly takesFiles?: boolean;
  readonly summary: string;
  readonly examples: readonly (readonly [command: string, what: string])[];
}

/** A command whose outcome is a report. */
export interface TaskCommand extends Usage {
  readonly kind: "task";
  /** Returns what to run. Throws a `UsageError` if the command line is invalid. */
  read(
    written: WrittenOptions,
    words: Words,
    cwd: string,
  ): { readonly task: Task; readonly options: OutputOptions };
}

/** A command that prints a product of its own. */
export interface ProductCommand extends Usage {
  readonly kind: "product";
  /** Runs the command and returns the exit code. Throws a `UsageError` if the command line is invalid. */
  run(written: WrittenOptions, words: Words, world: CliWorld): Promise<number>;
}

/** One command of the command line. */
export type Command = TaskCommand | ProductCommand;

/** Makes a command that reads its options before it makes its task of them. */
export function taskCommand<
  const Name extends
    | "run"
    | "preview"
    | "plan"
    | "propose"
    | "merge"
    | "apply"
    | "verify"
    | "publish"
    | "decide",
>(
  usage: Usage & {
    readonly name: Name;
    task(options: OptionsOf<Name>, words: Words, cwd: string): Task;
  },
): TaskCommand {
  return {
    ...usage,
    kind: "task",
    read(written, words, cwd) {
      // The table has the options about outputs for each of these commands.
      const options = optionsOrThrow(usage.name, written) as OptionsOf<Name> & OutputOptions;
      return { task: usage.task(options, words, cwd), options };
    },
  };
}

/** Makes a command that reads its options before it runs. */
export function productCommand<const Name extends CommandName>(
  usage: Usage & {
    readonly name: Name;
    run(options: OptionsOf<Name>, words: Words, world: CliWorld): Promise<number>;
  },
): ProductCommand {
  return {
    ...usage,
    kind: "product",
    async run(written, words, world) {
      return usage.run(optionsOrThrow(usage.name, written), words, world);
    },
  };
}

function optionsOrThrow<Name extends CommandName>(
  name: Name,
  written: WrittenOptions,
): OptionsOf<Name> {
  const read = readOptions(name, written);
  if (read.kind === "faults") throw usageErrorOf(read.faults);
  return read.options;
}

/** Returns the word of that name, undefined if it was not given. Throws a `UsageError` if it is empty or not one. */
export function wordOf(words: Words, name: string): string | undefined {
  const [word, ...more] = words[name] ?? [];
  if (word === "" || word === "-")
    throw usageError(`The argument <${name}> is empty, or is \`-\`.`);
  if (more.length > 0) throw usageError(`The argument <${name}> is given twice.`);
  return word;
}

/** Returns a word that the usage requires, so that yargs refused a command line without it. */
export function requiredWord(words: Words, name: string): string {
  const word = wordOf(words, name);
  if (word === undefined) throw new Error(`The command line was accepted without <${name}>.`);
  return word;
}
