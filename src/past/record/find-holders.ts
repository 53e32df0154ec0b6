import { basename } from "node:path";
import { readKeptText } from "../../apply/state/kept-file.ts";
import type { HeldBy, WrittenResolutions } from "../../apply/state/resolutions-by.ts";
import { keepResolved } from "../../apply/state/resolved-actions.ts";
import { listRunFolders, RUN_FILES, type RunFolder } from "../../apply/state/run-folder.ts";
import { parsePlan } from "../../plan-file/parse-plan.ts";
import type { PlannedAction } from "../../plan-file/plan.ts";
import { canonicalJson } from "../../shared/canonical-json.ts";
import type { KeptRuns } from "./file-history.ts";

/** Finds the runs here that hold actions of a plan file: those with the same edits of the same texts. */
export function findHolders(
  actions: readonly PlannedAction[],
  { folders, isBrought }: KeptRuns,
): HeldBy[] {
  const wanted = new Map(actions.map((action) => [action.id, editsOf(action)]));
  const found = folders.flatMap((folder): readonly HeldBy[] => {
    if (folder.isOpen || isBrought(`runs/${basename(folder.path)}`)) return [];
    const held = heldIn(folder, [...wanted.keys()]);
    const same = held.filter((action) => wanted.get(action.id) === editsOf(action));
    return same.length === 0 ? [] : [{ run: folder.id, actions: same.map(({ id }) => id) }];
  });
  const known = new Set(found.flatMap((one) => one.actions));
  const others = actions.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  return others.length === 0 ? found : [...found, { run: null, actions: others }];
}

/** Notes in the runs that held actions that a run has applied them. Rejects if that cannot be written. */
export async function noteResolutions(
  root: string,
  resolutions: readonly WrittenResolutions[],
): Promise<void> {
  if (resolutions.length === 0) return;
  const folders = listRunFolders(root);
  for (const { run, resolved } of resolutions) {
    const folder = folders.find(({ id, isOpen }) => id === run && !isOpen);
    if (folder !== undefined) await keepResolved(folder, resolved);
  }
}

function editsOf({ files }: PlannedAction): string {
  return canonicalJson(files.map(({ path, preHash, edits }) => ({ path, preHash, edits })));
}

/** Returns none for a run that holds none of some actions, or whose held actions cannot be read. */
function heldIn(folder: RunFolder, ids: readonly string[]): readonly PlannedAction[] {
  try {
    const text = readKeptText(folder, RUN_FILES.held);
    if (!ids.some((id) => text.includes(id))) return [];
    const read = parsePlan(text, folder.id);
    return "diagnostics" in read ? [] : read.plan.actions;
  } catch {
    return []; // Most runs hold nothing; `resolve` reports the others.
  }
}
