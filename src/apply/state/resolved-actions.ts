import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type ResolvedAction, resolvedActionSchema } from "../../model/past/resolution.ts";
import { keepRunFile } from "./keep-run-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/**
 * Reads the held actions of a run that a person has resolved; none if the file is missing or invalid, so that all wait.
 */
export function readResolved({ path }: RunFolder): readonly ResolvedAction[] {
  try {
    const raw: unknown = JSON.parse(readFileSync(join(path, RUN_FILES.resolved), "utf8"));
    return z.array(resolvedActionSchema).safeParse(raw).data ?? [];
  } catch {
    return []; // None is resolved.
  }
}

/** Writes down how a held action was resolved. */
export async function keepResolved(folder: RunFolder, resolved: ResolvedAction): Promise<void> {
  const all = [...readResolved(folder), resolved];
  await keepRunFile(folder.path, RUN_FILES.resolved, `${JSON.stringify(all, null, 2)}\n`);
}
