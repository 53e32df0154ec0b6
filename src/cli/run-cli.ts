import yargs, { type Argv } from "yargs";
import { EXIT_CODES } from "../model/exit-code.ts";
import { closestName } from "../shared/closest-name.ts";
import type { CliWorld } from "./cli-world.ts";
import { applyCommand } from "./commands/apply-command.ts";
import { type Command, listOption, type RawArguments } from "./commands/command.ts";
import { listCommand } from "./commands/list-command.ts";
import { planCommand } from "./commands/plan-command.ts";
import { recoverCommand } from "./commands/recover-command.ts";
import { resolveCommand } from "./commands/resolve-command.ts";
import { previewCommand, runCommand } from "./commands/run-command.ts";
import { runsCommand } from "./commands/runs-command.ts";
import { undoCommand } from "./commands/undo-command.ts";
import { validateCommand } from "./commands/validate-command.ts";
import { COMMON_OPTIONS } from "./options.ts";
import { UsageError } from "./usage-error.ts";

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
const COMMAND_NAMES = COMMANDS.map(({ usage }) => usage.split(" ")[0] ?? usage);

/**
 * Runs a command line (without the program's name) and answers its exit code. Arguments that are
 * not understood are told on standard error, with exit code 2; what throws otherwise is a fault.
 */
export async function runCli(argv: readonly string[], surroundings: CliWorld): Promise<number> {
  const { stdout, stderr } = surroundings;
  let exitCode = 0;
  const parser = createParser(argv, surroundings, (code) => {
    exitCode = code;
  });
  try {
    await parser.parseAsync([...argv], {}, (_error, _argv, output) => {
      if (output !== "") stdout.write(`${output}\n`);
    });
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    stderr.write(`sluice: ${error.message}\n${error.hint ? `hint: ${error.hint}\n` : ""}`);
    return 2;
  }
}

function createParser(
  argv: readonly string[],
  surroundings: CliWorld,
  setExitCode: (code: number) => void,
): Argv {
  const parser = yargs()
    .scriptName("sluice")
    .usage("$0 <command> [options]\n\nRecipes propose, policy disposes.")
    .parserConfiguration({
      "camel-case-expansion": false,
      "greedy-arrays": false,
      "parse-positional-numbers": false,
      "populate--": true,
    })
    .options(COMMON_OPTIONS)
    .version(surroundings.version ?? "unknown")
    .help()
    .alias("help", "h")
    .strict()
    .exitProcess(false)
    .locale("en")
    .wrap(Math.min(100, surroundings.stdout.columns))
    .epilogue(exitCodeHelp())
    .fail((message, error) => {
      // yargs throws what it finds while it parses, and tells what it finds afterwards.
      const isOwn = error !== undefined && error !== null && error.name !== "YError";
      throw isOwn ? error : usageErrorOf(error?.message ?? message, argv);
    });
  for (const command of COMMANDS) {
    parser.command(
      command.usage,
      command.summary,
      (builder) => {
        builder.options(command.options);
        builder.string(positionalOf(command) ?? []); // `2026` is the beginning of a run's id, not a number.
        for (const [example, what] of command.examples ?? []) builder.example(example, what);
      },
      async (raw) => setExitCode(await command.run(withPositionals(raw, command), surroundings)),
    );
  }
  return parser.command(
    "$0",
    false,
    () => undefined,
    (raw) => {
      throw noCommand(raw._.map(String));
    },
  );
}

function positionalOf({ usage }: Command): string | undefined {
  return /\[(\w+)(?:\.\.)?\]/.exec(usage)?.[1];
}

/** What stands behind `--` is no option, whatever it looks like; a command that takes names takes it. */
function withPositionals(raw: RawArguments, { usage }: Command): RawArguments {
  const behind = listOption(raw, "--");
  if (behind.length === 0) return raw;
  const name = /\[(\w+)\.\.\]/.exec(usage)?.[1];
  if (name === undefined) throw new UsageError(`Unexpected argument: ${behind[0]}`);
  return { ...raw, [name]: [...listOption(raw, name), ...behind] };
}

function exitCodeHelp(): string {
  const lines = EXIT_CODES.map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`);
  return ["Exit codes:", ...lines].join("\n");
}

function noCommand([name]: readonly string[]): UsageError {
  const commands = `Commands: ${COMMAND_NAMES.join(", ")}. See sluice --help.`;
  if (name === undefined) return new UsageError("No command was named.", commands);
  const near = closestName(name, COMMAND_NAMES);
  return new UsageError(
    `There is no command \`${name}\`.`,
    near === undefined ? commands : `Did you mean \`${near}\`?`,
  );
}

/** yargs's own sentence, with the name that was probably meant. */
function usageErrorOf(message: string, argv: readonly string[]): UsageError {
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(", ")[0];
  if (unknown === undefined) return new UsageError(`${message.trim()}.`, "See sluice --help.");
  const isOption = argv.some((word) => word.startsWith("-") && word.includes(unknown));
  if (!isOption && !argv.some((word) => COMMAND_NAMES.includes(word))) return noCommand([unknown]);
  const known = COMMANDS.flatMap(({ options }) => Object.keys(options));
  const near = closestName(unknown, [...known, ...Object.keys(COMMON_OPTIONS)]);
  const hint = near === undefined ? "See sluice --help." : `Did you mean --${near}?`;
  return new UsageError(`Unknown option or argument: ${unknown}`, hint);
}
