import { executeTask } from "../../command/execute-task.ts";
import { findOutputFaults } from "../../command/output-faults.ts";
import type { OutputOptions } from "../../command/read-options.ts";
import type { Task } from "../../command/task.ts";
import { terminalLine } from "../../report/terminal-text.ts";
import type { CliWorld } from "../cli-world.ts";
import { openTerminal } from "../terminal-presenter.ts";
import { usageErrorOf } from "../usage-error.ts";

/** Runs a command whose outcome is a report, with its outputs, and returns the exit code. */
export async function runTask(
  task: Task,
  options: OutputOptions,
  world: CliWorld,
): Promise<number> {
  const { quiet, verbose, report, timeout } = options;
  const faults = await findOutputFaults(task, report, world.cwd);
  if (faults.length > 0) throw usageErrorOf(faults);
  const presenter = await openTerminal(options, world);
  const outputs = { report, timeout, style: { quiet, verbose } };
  const { exitCode, unwritten } = await executeTask(task, outputs, world, presenter);
  for (const sentence of unwritten) world.stderr.write(`sluice: ${terminalLine(sentence)}\n`);
  return exitCode;
}
