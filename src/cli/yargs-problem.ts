import { COMMAND_NAMES, commandIn } from "../request/options/option-spec.ts";
import { ALL_OPTIONS } from "../request/options/option-table.ts";
import { missingValue } from "../request/options/read-options.ts";
import { closestName } from "../shared/closest-name.ts";
import { type UsageError, usageError, usageErrorOf } from "./usage-error.ts";

const NAMES: readonly string[] = COMMAND_NAMES;
/** Commands that later versions bring. */
const PLANNED = ["eval", "mcp", "merge"].filter((name) => !NAMES.includes(name));
const HELP = "See sluice --help.";

/** Returns the error of a problem that yargs found, with the name that was probably meant. */
export function yargsProblem(message: string, argv: readonly string[]): UsageError {
  const lacking = /^Not enough arguments following: (.*)$/.exec(message)?.[1];
  const spec = ALL_OPTIONS.find(({ name, alias }) => name === lacking || alias === lacking);
  if (lacking !== undefined && spec !== undefined) return usageErrorOf([missingValue(spec)]);
  const few = /^Not enough non-option arguments: (.*)$/.exec(message)?.[1];
  if (few !== undefined) return missingWords(argv);
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(", ")[0];
  return unknown === undefined
    ? usageError(`${message.trim()}.`, HELP)
    : unknownWord(unknown, argv);
}

/** Returns the error of a command that was given too few words. */
function missingWords(argv: readonly string[]): UsageError {
  const command = commandIn(argv);
  const group = groupOf(argv[0]);
  if (command === undefined && group !== undefined) return missingSubcommand(group, undefined);
  return command === undefined
    ? usageError("Arguments are missing.", HELP)
    : usageError(
        `Arguments of \`${command}\` are missing.`,
        `See sluice help ${command}, which begins with its usage.`,
      );
}

function unknownWord(word: string, argv: readonly string[]): UsageError {
  const command = commandIn(argv);
  const [first = "-", second = "-"] = argv;
  const group = groupOf(first);
  if (command === undefined && group !== undefined)
    return missingSubcommand(group, second.startsWith("-") ? undefined : second);
  if (command === undefined && !first.startsWith("-")) return missingCommand(first);
  const isOption = argv.some((each) => each.startsWith("-") && each.includes(word));
  if (!isOption && command === undefined) return missingCommand(word);
  const commands = ALL_OPTIONS.filter(({ name }) => name === word).flatMap((spec) => spec.commands);
  if (isOption && command !== undefined && commands.length > 0)
    return usageError(
      `--${word} has no meaning in \`${command}\`.`,
      `Use it with ${commands.join(", ")}.`,
    );
  const own = ALL_OPTIONS.filter(({ commands: of }) => of.some((each) => each === command));
  const near = closestName(word, [...own.map(({ name }) => name), "help", "version"]);
  return usageError(
    `Unknown option or argument: ${word}`,
    near === undefined ? HELP : `Did you mean --${near}?`,
  );
}

/** Returns the word if commands begin with it that are no commands without a second one: `policy`. */
function groupOf(word: string | undefined): string | undefined {
  return NAMES.some((name) => name.startsWith(`${word} `)) ? word : undefined;
}

/** Returns the error of a command line that names no command of a group, or an unknown one. */
export function missingSubcommand(group: string, name: string | undefined): UsageError {
  const prefix = `${group} `;
  const own = NAMES.filter((each) => each.startsWith(prefix));
  const commands = `Commands: ${own.join(", ")}. See sluice ${group} --help.`;
  if (name === undefined) return usageError(`No command of \`${group}\` was named.`, commands);
  const near = closestName(
    name,
    own.map((each) => each.slice(prefix.length)),
  );
  return usageError(
    `Unknown command \`${name}\` of \`${group}\`.`,
    near === undefined ? commands : `Did you mean \`${prefix}${near}\`? ${commands}`,
  );
}

/** Returns the error of a command line that names no command, or an unknown one. */
export function missingCommand(name: string | undefined): UsageError {
  if (name === undefined) return usageError("No command was named.", FIRST_STEPS);
  const words = [...new Set(NAMES.map((each) => each.replace(/ .*/, "")))];
  const commands = `Commands: ${words.join(", ")}. ${HELP}`;
  if (PLANNED.includes(name))
    return usageError(`The command \`${name}\` is not in this version.`, commands);
  const known = [...words, ...NAMES, "help"];
  const near =
    closestName(name, known, { limit: name.length < 6 ? 1 : 2 }) ??
    known.find((each) => lettersOf(each) === lettersOf(name));
  return usageError(
    `Unknown command \`${name}\`.`,
    near === undefined ? commands : `Did you mean \`${near}\`?`,
  );
}

/** Letters that changed places are the same letters: `rnu`. */
function lettersOf(name: string): string {
  return [...name.toLowerCase()].sort().join("");
}

/** The advice for a person who types the program's name alone. */
const FIRST_STEPS = `Type one of these first:
  sluice init                                   make a recipe and a policy that work at once
  sluice list                                   recipes that can be run by name
  sluice preview NAME                           show what a recipe would change; never writes
  sluice preview -p 'f($A)' -r 'g($A)' -l ts    the same for a recipe in one line
  sluice run NAME                               preview, decide by the policy, apply
  sluice undo                                   take the last run back
  sluice doctor                                 look at all that a run needs
  sluice --help                                 all commands`;

/** Returns the error of a command line whose first word is no command, or whose second one is none of its group. */
export function unknownCommand(first: string, second: string | undefined): UsageError {
  return groupOf(first) === undefined ? missingCommand(first) : missingSubcommand(first, second);
}
