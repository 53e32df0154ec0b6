import { lstatSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ResolvedAction } from "../../model/past/resolution.ts";
import { once } from "../../shared/once.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

const heldSchema = once(() => z.object({ actions: z.array(z.object({ id: z.string() })) }));

/**
 * Counts the actions of a run that wait for a person, without the report, which may be missing or damaged. A file that
 * cannot be read counts as one action, so that it is not removed as if nothing waited.
 */
export function countHeld(folder: RunFolder, resolved: readonly ResolvedAction[]): number {
  if (!isThere(join(folder.path, RUN_FILES.held))) return 0;
  try {
    const { actions } = heldSchema().parse(readKept(folder, RUN_FILES.held));
    return actions.filter(({ id }) => resolved.every(({ action }) => action !== id)).length;
  } catch {
    return 1;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // Unknown, which must not count as nothing.
  }
}
