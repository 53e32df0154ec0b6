import { COMMAND_NAMES, type OptionSpec } from "../command/option-spec.ts";
import { OPTION_TABLE } from "../command/option-table.ts";
import { missingValue } from "../command/read-options.ts";
import { closestName } from "../shared/closest-name.ts";
import { type UsageError, usageError, usageErrorOf } from "./usage-error.ts";

const TABLE: readonly OptionSpec[] = OPTION_TABLE;

/** Returns the error of a problem that yargs found, with the name that was probably meant. */
export function yargsProblem(message: string, argv: readonly string[]): UsageError {
  const lacking = /^Not enough arguments following: (.*)$/.exec(message)?.[1];
  const spec = TABLE.find(({ name, alias }) => name === lacking || alias === lacking);
  if (lacking !== undefined && spec !== undefined) return usageErrorOf([missingValue(spec)]);
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(", ")[0];
  if (unknown === undefined) return usageError(`${message.trim()}.`, "See sluice --help.");
  const isOption = argv.some((word) => word.startsWith("-") && word.includes(unknown));
  const names: readonly string[] = COMMAND_NAMES;
  if (!isOption && !argv.some((word) => names.includes(word))) return missingCommand(unknown);
  const near = closestName(
    unknown,
    TABLE.map(({ name }) => name),
  );
  const hint = near === undefined ? "See sluice --help." : `Did you mean --${near}?`;
  return usageError(`Unknown option or argument: ${unknown}`, hint);
}

/** Returns the error of a command line that names no command, or an unknown one. */
export function missingCommand(name: string | undefined): UsageError {
  const commands = `Commands: ${COMMAND_NAMES.join(", ")}. See sluice --help.`;
  if (name === undefined) return usageError("No command was named.", commands);
  const near = closestName(name, COMMAND_NAMES);
  return usageError(
    `Unknown command \`${name}\`.`,
    near === undefined ? commands : `Did you mean \`${near}\`?`,
  );
}
