import { lstatSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ResolvedAction } from "../../model/past/resolution.ts";
import { readKept } from "./kept-report.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

const heldSchema = z.object({ actions: z.array(z.object({ id: z.string() })) });

/**
 * How many actions of a run wait for a person. Asked of what waits and not of the report, which may be gone or damaged;
 * what cannot be understood counts as one, so that nobody takes it for nothing.
 */
export function countHeld(folder: RunFolder, resolved: readonly ResolvedAction[]): number {
  if (!isThere(join(folder.path, RUN_FILES.held))) return 0;
  try {
    const { actions } = heldSchema.parse(readKept(folder, RUN_FILES.held));
    return actions.filter(({ id }) => resolved.every(({ action }) => action !== id)).length;
  } catch {
    return 1;
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // Nobody can tell.
  }
}
