import yargs, { type Argv } from "yargs";
import { EXIT_CODES } from "../model/exit-code.ts";
import { COMMAND_NAMES } from "../request/options/option-spec.ts";
import { optionsOf } from "../request/options/option-table.ts";
import type { CliWorld } from "./cli-world.ts";
import type { Command } from "./commands/command.ts";
import { withDashes } from "./dash-word.ts";
import type { UsageError } from "./usage-error.ts";
import { type RawArguments, wordNames, yargsOptions } from "./yargs-options.ts";

/** The options that every command has. */
const COMMON_OPTIONS = optionsOf("list").filter(
  ({ commands }) => commands.length === COMMAND_NAMES.length,
);

/** Makes the parser of a command line, without commands. It throws a `UsageError` if the command line is invalid. */
export function createParser(argv: readonly string[], { version, stdout }: CliWorld): Argv {
  return yargs()
    .scriptName("sluice")
    .usage("$0 <command> [options]\n\nRecipes propose, policy disposes.")
    .parserConfiguration({
      "camel-case-expansion": false,
      "greedy-arrays": false,
      "parse-positional-numbers": false,
      "populate--": true,
    })
    .options(yargsOptions(COMMON_OPTIONS))
    .version(version ?? "unknown")
    .help()
    .alias("help", "h")
    .strict()
    .exitProcess(false)
    .locale("en")
    .wrap(Math.min(100, stdout.columns))
    .epilogue(exitCodeHelp())
    .fail((message, error) => {
      // yargs throws the problems that it finds while it parses, and passes on those that it finds afterwards.
      const isOwn = error !== undefined && error !== null && error.name !== "YError";
      if (isOwn) throw error;
      const told = withDashes(error?.message ?? message);
      throw new UnreadWords(({ yargsProblem }) => yargsProblem(told, argv));
    })
    .command(
      "$0",
      false,
      () => undefined,
      (raw) => {
        throw new UnreadWords(({ missingCommand }) => missingCommand(raw._.map(String)[0]));
      },
    );
}

/** Words of a command line that are invalid; `tell` makes the error with functions that are loaded only then. */
export class UnreadWords extends Error {
  readonly tell: (problems: typeof import("./yargs-problem.ts")) => UsageError;
  constructor(tell: UnreadWords["tell"]) {
    super();
    this.tell = tell;
  }
}

/** A command whose arguments were parsed. It is thrown: for a command that ends, yargs would also render the help. */
export class ParsedCommand {
  readonly command: Command;
  readonly raw: RawArguments;
  constructor(command: Command, raw: RawArguments) {
    this.command = command;
    this.raw = raw;
  }
}

/** Parses a command line; returns undefined if it only asks for help or the version, which goes to `show`. */
export async function parseWords(
  parser: Argv,
  argv: readonly string[],
  show: (help: string) => void,
): Promise<ParsedCommand | undefined> {
  try {
    await parser.parseAsync([...argv], {}, (_error, _argv, output) => {
      if (output !== "") show(output);
    });
  } catch (thrown) {
    if (thrown instanceof ParsedCommand) return thrown;
    throw thrown;
  }
}

/** The words in front of commands that belong together, and their meaning. */
const GROUPS: Readonly<Record<string, string>> = {
  policy: "Show, explain and test a policy",
  trust: "Consent to what policies of a tree run and send",
  fleet: "Run recipes over many repositories",
};

/** Adds commands. Those that begin with the same word are commands of that one: `policy show`. */
export function addCommands(parser: Argv, commands: readonly Command[]): void {
  for (const command of commands)
    if (!command.name.includes(" ")) addCommand(parser, command, command.name);
  for (const [group, summary] of Object.entries(GROUPS)) {
    const own = commands.filter(({ name }) => name.startsWith(`${group} `));
    parser.command(
      `${group} <command>`,
      summary,
      (builder) => {
        for (const command of own)
          addCommand(builder, command, command.name.slice(group.length + 1));
      },
      (raw) => {
        const name = raw.command === undefined ? undefined : String(raw.command);
        throw new UnreadWords(({ missingSubcommand }) => missingSubcommand(group, name));
      },
    );
  }
}

function addCommand(parser: Argv, command: Command, ownName: string): void {
  const { name, words, summary, examples } = command;
  parser.command(
    `${ownName} ${words}`.trim(),
    summary,
    (builder) => {
      builder.options(
        yargsOptions(optionsOf(name).filter((spec) => !COMMON_OPTIONS.includes(spec))),
      );
      // `2026` is the beginning of a run's id, not a number.
      builder.string(wordNames(words).map((word) => word.name));
      for (const [example, what] of examples) builder.example(example, what);
    },
    (raw) => {
      throw new ParsedCommand(command, raw);
    },
  );
}

function exitCodeHelp(): string {
  const lines = EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`);
  return ["Exit codes:", ...lines].join("\n");
}
