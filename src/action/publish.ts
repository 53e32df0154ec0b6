import { appendToRunnerFile } from "../apply/disk/write-output-file.ts";
import type { ActionWorld } from "./action-world.ts";
import { type AnnotationFolders, annotationsOf } from "./annotations.ts";
import type { Ending } from "./ending.ts";
import { outputsText } from "./outputs.ts";
import { stepSummary } from "./step-summary.ts";

/** Tells the job how a step ended: annotations, then outputs, then the summary. */
export async function publish(
  ending: Ending,
  folders: AnnotationFolders,
  { env, write, newToken }: Pick<ActionWorld, "env" | "write" | "newToken">,
): Promise<void> {
  for (const annotation of annotationsOf(ending, folders)) write(annotation);
  await appendToRunnerFile(env.GITHUB_OUTPUT, outputsText(ending, newToken()));
  await appendToRunnerFile(env.GITHUB_STEP_SUMMARY, stepSummary(ending));
}
