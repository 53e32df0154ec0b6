import { z } from "zod";
import { type ResolvedAction, resolvedActionSchema } from "../../model/past/resolution.ts";
import { keepRunFile } from "./keep-run-file.ts";
import { readKept } from "./kept-report.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/**
 * Reads the held actions of a run that a person has resolved; none if the file is missing or invalid, so that all wait.
 */
export function readResolved(folder: RunFolder): readonly ResolvedAction[] {
  try {
    const raw = readKept(folder, RUN_FILES.resolved);
    return z.array(resolvedActionSchema).safeParse(raw).data ?? [];
  } catch {
    return []; // None is resolved.
  }
}

/** Writes down how a held action was resolved. The first resolution of an action counts. */
export async function keepResolved(folder: RunFolder, resolved: ResolvedAction): Promise<void> {
  const before = readResolved(folder);
  if (before.some(({ action }) => action === resolved.action)) return;
  const all = [...before, resolved];
  await keepRunFile(folder.path, RUN_FILES.resolved, `${JSON.stringify(all, null, 2)}\n`);
}
