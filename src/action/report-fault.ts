import { appendToRunnerFile } from "../apply/disk/write-output-file.ts";
import { exitOf } from "../model/exit-code.ts";
import { annotationCommand } from "../report/annotations/workflow-command.ts";
import { stackOf } from "../shared/stack-of.ts";
import type { ActionWorld } from "./action-world.ts";
import { outputText } from "./outputs.ts";

/**
 * Reports a fault of Sluice itself: the details in the log, and an outcome for the steps after this one. It loads
 * nothing that could be the cause, such as the engine's native addon.
 */
export async function reportFault(
  error: unknown,
  versions: string,
  { env, write, newToken }: Pick<ActionWorld, "env" | "write" | "newToken">,
): Promise<void> {
  const request =
    "A fault of Sluice itself. Please report the lines below, with the inputs of the step.";
  const message = `${request}\n${versions}\n${stackOf(error)}`;
  write(annotationCommand("error", { title: "Sluice" }, message));
  const token = newToken();
  const outputs =
    outputText("outcome", "fault", token) +
    outputText("exit-code", `${exitOf({ isFault: true }).exitCode}`, token);
  await appendToRunnerFile(env.GITHUB_OUTPUT, outputs);
}
