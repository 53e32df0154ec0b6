import { COMMAND_NAMES } from "../command/option-spec.ts";
import { OPTION_TABLE } from "../command/option-table.ts";
import { closestName } from "../shared/closest-name.ts";
import { type UsageError, usageError, usageErrorOf } from "./usage-error.ts";

/** Returns the error of a problem that yargs found, with the name that was probably meant. */
export function yargsProblem(message: string, argv: readonly string[]): UsageError {
  const lacking = /^Not enough arguments following: (.*)$/.exec(message)?.[1];
  if (lacking !== undefined)
    return usageErrorOf([
      { option: lacking, problem: "the value is missing.", hint: `Use --${lacking}=VALUE.` },
    ]);
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(", ")[0];
  if (unknown === undefined) return usageError(`${message.trim()}.`, "See sluice --help.");
  const isOption = argv.some((word) => word.startsWith("-") && word.includes(unknown));
  const names: readonly string[] = COMMAND_NAMES;
  if (!isOption && !argv.some((word) => names.includes(word))) return missingCommand(unknown);
  const near = closestName(
    unknown,
    OPTION_TABLE.map(({ name }) => name),
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
