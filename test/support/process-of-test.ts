import { processWorld } from "../../src/process-world.ts";
import { type CliResult, cli } from "./run-cli.ts";

const HOME = new URL("../../", import.meta.url);

/**
 * Runs a command line as `dist/main.js` does, in this process: a process of its own costs more than most runs. It has
 * this folder, these variables, the real clock and the threads of the built command.
 */
export function cliAsProcess(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[],
): Promise<CliResult> {
  const target = Object.create(process, {
    cwd: { value: () => cwd },
    env: { value: { ...env } },
    stdin: { value: { isTTY: true } },
  }) as NodeJS.Process; // In all else this process.
  const signal = new AbortController().signal;
  return cli(cwd, argv, processWorld(target, HOME, { signal }));
}
