import { runAction } from "../../src/action/run-action.ts";
import { newToken, type ProcessWorld, processWorld } from "../../src/process-world.ts";
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
  return cli(cwd, argv, worldOf(cwd, env));
}

/** Runs a step of a job as `dist/action/main.js` does, in this process. Returns what it printed, too. */
export async function actionAsProcess(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly exitCode: number; readonly text: string }> {
  let text = "";
  const write = (more: string) => {
    text += more;
  };
  const exitCode = await runAction({ ...worldOf(cwd, env), write, newToken });
  return { exitCode, text };
}

function worldOf(cwd: string, env: Readonly<Record<string, string | undefined>>): ProcessWorld {
  const target = Object.create(process, {
    cwd: { value: () => cwd },
    env: { value: { ...env } },
    stdin: { value: { isTTY: true } },
  }) as NodeJS.Process; // In all else this process.
  const world = processWorld(target, HOME, { signal: new AbortController().signal });
  if (world === undefined) throw new Error(`There is no folder ${cwd}.`);
  return world;
}
