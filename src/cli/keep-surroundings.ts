import { terminalBlock } from "../report/terminal-text.ts";
import type { KeepSurroundings } from "../run/request/past-request.ts";
import { flagOption, type RawArguments } from "./commands/command.ts";
import type { CliSurroundings } from "./surroundings.ts";

/** The world for a command about past runs; what it logs goes to standard error, unless `--quiet`. */
export function keepSurroundings(
  raw: RawArguments,
  { env, self, now, after, newRunId, interrupted, stderr }: CliSurroundings,
): KeepSurroundings {
  const isQuiet = flagOption(raw, "quiet");
  return {
    ...{ env, self, now, after, newRunId, interrupted },
    emit(event) {
      if (event.type === "log" && !isQuiet)
        stderr.write(`${event.level}: ${terminalBlock(event.message)}\n`);
    },
  };
}
