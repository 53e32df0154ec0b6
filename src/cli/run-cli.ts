import yargs, { type Argv } from "yargs";
import { optionsOf } from "../command/option-table.ts";
import { EXIT_CODES } from "../model/exit-code.ts";
import type { CliWorld } from "./cli-world.ts";
import { applyCommand } from "./commands/apply-command.ts";
import type { Command } from "./commands/command.ts";
import { listCommand } from "./commands/list-command.ts";
import { planCommand } from "./commands/plan-command.ts";
import { recoverCommand } from "./commands/recover-command.ts";
import { resolveCommand } from "./commands/resolve-command.ts";
import { previewCommand, runCommand } from "./commands/run-command.ts";
import { runsCommand } from "./commands/runs-command.ts";
import { undoCommand } from "./commands/undo-command.ts";
import { validateCommand } from "./commands/validate-command.ts";
import { UsageError } from "./usage-error.ts";
import { wordNames, wordsOf, writtenOptions, yargsOptions } from "./yargs-options.ts";
import { missingCommand, yargsProblem } from "./yargs-problem.ts";

const COMMANDS: readonly Command[] = [
  runCommand,
  previewCommand,
  planCommand,
  applyCommand,
  resolveCommand,
  runsCommand,
  undoCommand,
  recoverCommand,
  validateCommand,
  listCommand,
];

/** The options that every command has. */
const COMMON_OPTIONS = optionsOf("list").filter(
  ({ commands }) => commands.length === COMMANDS.length,
);

/**
 * Runs a command line (without the program's name) and returns its exit code. Problems with the arguments are reported
 * on standard error, with exit code 2; any other error that it throws is a fault.
 */
export async function runCli(argv: readonly string[], world: CliWorld): Promise<number> {
  const { stdout, stderr } = world;
  let exitCode = 0;
  const parser = createParser(argv, world);
  for (const command of COMMANDS)
    addCommand(parser, command, async (raw) => {
      const written = writtenOptions(optionsOf(command.name), raw, argv);
      exitCode = await command.run(written, wordsOf(command.words, raw), world);
    });
  try {
    await parser.parseAsync([...argv], {}, (_error, _argv, output) => {
      if (output !== "") stdout.write(`${output}\n`);
    });
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    for (const { message, hint = "" } of error.problems)
      stderr.write(`sluice: ${message}\n${hint === "" ? "" : `hint: ${hint}\n`}`);
    return 2;
  }
}

function createParser(argv: readonly string[], { version, stdout }: CliWorld): Argv {
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
      throw isOwn ? error : yargsProblem(error?.message ?? message, argv);
    })
    .command(
      "$0",
      false,
      () => undefined,
      (raw) => {
        throw missingCommand(raw._.map(String)[0]);
      },
    );
}

function addCommand(
  parser: Argv,
  { name, words, summary, examples }: Command,
  run: (raw: Readonly<Record<string, unknown>>) => Promise<void>,
): void {
  parser.command(
    `${name} ${words}`.trim(),
    summary,
    (builder) => {
      builder.options(
        yargsOptions(optionsOf(name).filter((spec) => !COMMON_OPTIONS.includes(spec))),
      );
      // `2026` is the beginning of a run's id, not a number.
      builder.string(wordNames(words).map((word) => word.name));
      for (const [example, what] of examples) builder.example(example, what);
    },
    run,
  );
}

function exitCodeHelp(): string {
  const lines = EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`);
  return ["Exit codes:", ...lines].join("\n");
}
