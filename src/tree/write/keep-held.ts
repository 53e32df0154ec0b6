import { collectHeldTexts, type HeldTexts, heldTextsJson } from "../../apply/state/held-texts.ts";
import { keepRunFile } from "../../apply/state/keep-run-file.ts";
import { RUN_FILES } from "../../apply/state/run-folder.ts";
import { type Plan, type PlannedAction, planText } from "../../plan-file/plan.ts";
import { readNow } from "../read-now.ts";

/** The held actions of a run, to be kept. */
export interface HeldPlan {
  /** Absolute. */
  readonly root: string;
  readonly plan: Plan;
}

/** Keeps held actions with the texts that they rest on: they can be resolved later. */
export async function keepHeld(
  folder: string,
  { root, plan }: HeldPlan,
  written: (hash: string) => string | undefined,
): Promise<void> {
  const texts = await findHeldTexts(root, plan.actions, written);
  await keepRunFile(folder, RUN_FILES.heldTexts, heldTextsJson(texts));
  await keepRunFile(folder, RUN_FILES.held, planText(plan));
}

/**
 * Finds the texts that held actions rest on: those that the run has changed since are in its journal, which `written`
 * reads.
 */
async function findHeldTexts(
  root: string,
  actions: readonly Pick<PlannedAction, "files">[],
  written: (hash: string) => string | undefined,
): Promise<HeldTexts> {
  const files = actions.flatMap((action) => action.files);
  const now = await readNow(
    root,
    files.map(({ path }) => path),
  );
  return collectHeldTexts(files, (path, hash) => {
    const file = now.get(path);
    return file?.kind === "text" && file.hash === hash ? file.text : written(hash);
  });
}
