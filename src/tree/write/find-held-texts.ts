import { collectHeldTexts, type HeldTexts } from "../../apply/state/held-texts.ts";
import type { PlannedAction } from "../../plan-file/plan.ts";
import { readNow } from "../read-now.ts";

/**
 * Finds the texts that held actions rest on: those that the run has changed since are in its journal, which `written`
 * reads.
 */
export async function findHeldTexts(
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
