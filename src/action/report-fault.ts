import { appendToRunnerFile } from "../apply/disk/write-output-file.ts";
import { exitOf } from "../model/exit-code.ts";
import { annotationCommand } from "../report/annotations/workflow-command.ts";
import { addonFault } from "../shared/process/addon-fault.ts";
import { stackOf } from "../shared/stack-of.ts";
import type { ActionWorld } from "./action-world.ts";
import { outputText } from "./outputs.ts";

/**
 * Reports a fault of Sluice itself, or of its installation: the details in the log, and an outcome for the steps after
 * this one. Returns the exit code. It loads nothing that could be the cause, such as the engine's native addon.
 */
export async function reportFault(
  error: unknown,
  versions: string,
  { env, write, newToken }: Pick<ActionWorld, "env" | "write" | "newToken">,
): Promise<number> {
  const request =
    "A fault of Sluice itself. Please report the lines below, with the inputs of the step.";
  const addon = addonFault(error);
  const message =
    addon === undefined
      ? `${request}\n${versions}\n${stackOf(error)}`
      : `${addon.message}\n${addon.hint}`;
  write(annotationCommand("error", { title: "Sluice" }, message));
  const token = newToken();
  const { outcome, exitCode } = exitOf(addon === undefined ? { isFault: true } : { invalid: true });
  const outputs =
    outputText("outcome", outcome, token) + outputText("exit-code", `${exitCode}`, token);
  const lost = await appendToRunnerFile(env.GITHUB_OUTPUT, outputs);
  if (lost !== undefined) write(annotationCommand("error", { title: "Sluice" }, lost.reason));
  return exitCode;
}
