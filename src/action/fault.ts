import { appendToRunnerFile } from "../apply/disk/write-output-file.ts";
import type { ActionWorld } from "./action-world.ts";
import { outputText } from "./outputs.ts";
import { annotationCommand } from "./workflow-command.ts";

/**
 * Tells a fault of Sluice itself: what to report in the log, and an outcome for the steps after this
 * one. It loads nothing that could be the cause, such as the engine's native addon.
 */
export async function tellFault(
  error: unknown,
  version: string,
  { env, write, newToken }: Pick<ActionWorld, "env" | "write" | "newToken">,
): Promise<void> {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = `A fault of Sluice itself. Please report the lines below, with the inputs of the step.\n${version}\n${detail}`;
  write(annotationCommand("error", { title: "Sluice" }, message));
  const token = newToken();
  const outputs = outputText("outcome", "fault", token) + outputText("exit-code", "70", token);
  await appendToRunnerFile(env.GITHUB_OUTPUT, outputs);
}
