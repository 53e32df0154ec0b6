import { z } from "zod";
import { type ResolvedAction, resolvedActionSchema } from "../../model/past/resolution.ts";
import { messageOf } from "../../shared/message-of.ts";
import { once } from "../../shared/once.ts";
import { keepRunFile } from "./keep-run-file.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

const resolvedSchema = once(() => z.array(resolvedActionSchema()));

/**
 * Reads the held actions of a run that a person has resolved; none if nothing was noted. Throws if what was noted
 * cannot be read: an action that was applied must not be applied again.
 */
export function readResolved(folder: RunFolder): readonly ResolvedAction[] {
  const { resolved } = RUN_FILES;
  try {
    return resolvedSchema().parse(readKept(folder, resolved));
  } catch (error) {
    if (isMissing(error)) return [];
    const why =
      error instanceof z.ZodError ? "it has other fields than Sluice writes" : messageOf(error);
    throw new Error(
      `${resolved} of the run ${folder.id}, which notes what was resolved, cannot be read (${why}). ` +
        "Bring it back as it was, or remove it: all that the run holds waits again then.",
      { cause: error },
    );
  }
}

/** Reads the same for an overview; none if it cannot be read, so that all actions wait. */
export function readKnownResolved(folder: RunFolder): readonly ResolvedAction[] {
  try {
    return readResolved(folder);
  } catch {
    return []; // Told when an action is to be resolved.
  }
}

/**
 * Writes down how held actions were resolved. The first resolution of an action counts. Rejects if earlier resolutions
 * cannot be read, and leaves them as they are.
 */
export async function keepResolved(
  folder: RunFolder,
  resolved: readonly ResolvedAction[],
): Promise<void> {
  const before = readResolved(folder);
  const known = new Set(before.map(({ action }) => action));
  const fresh = resolved.filter(({ action }) => !known.has(action));
  if (fresh.length === 0) return;
  const all = [...before, ...fresh];
  await keepRunFile(folder.path, RUN_FILES.resolved, `${JSON.stringify(all, null, 2)}\n`);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
