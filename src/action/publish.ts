import { appendToRunnerFile } from "../apply/disk/write-output-file.ts";
import type { ActionWorld } from "./action-world.ts";
import { type AnnotationFolders, annotationsOf } from "./annotations.ts";
import { outputsText } from "./outputs.ts";
import type { StepOutcome } from "./step-outcome.ts";
import { stepSummary } from "./step-summary.ts";
import type { Feedback } from "./switches.ts";

/** Passes the outcome of a step on to the job: annotations, then outputs, then the summary. */
export async function publish(
  outcome: StepOutcome,
  feedback: Feedback,
  folders: AnnotationFolders,
  { env, write, newToken }: Pick<ActionWorld, "env" | "write" | "newToken">,
): Promise<void> {
  if (feedback.annotations)
    for (const annotation of annotationsOf(outcome, folders)) write(annotation);
  await appendToRunnerFile(env.GITHUB_OUTPUT, outputsText(outcome, newToken()));
  if (feedback.summary) await appendToRunnerFile(env.GITHUB_STEP_SUMMARY, stepSummary(outcome));
}
