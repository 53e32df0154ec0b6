import { terminalBlock } from "../report/terminal-text.ts";
import type { PastWorld } from "../run/request/past-world.ts";
import type { CliWorld } from "./cli-world.ts";
import { flagOption, type RawArguments } from "./commands/command.ts";

/** The world for a command about past runs; what it logs goes to standard error, unless `--quiet`. */
export function pastWorld(raw: RawArguments, world: CliWorld): PastWorld {
  const isQuiet = flagOption(raw, "quiet");
  return {
    ...world,
    emit(event) {
      if (event.type === "log" && !isQuiet)
        world.stderr.write(`${event.level}: ${terminalBlock(event.message)}\n`);
    },
  };
}
