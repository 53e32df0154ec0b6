import { join } from "node:path";
import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import { removeIfThere } from "../disk/disk.ts";
import { keepRunFile } from "./keep-run-file.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

const idsSchema = () => z.array(z.string().regex(/^[0-9a-f]{40,64}$/)).max(INPUT_LIMITS.commits);

/** Keeps the ids of the commits that a run made, or is about to make, instead of those that were kept before. */
export async function keepCommits(folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await keepRunFile(folder, RUN_FILES.commits, `${JSON.stringify(ids)}\n`);
  else await removeIfThere(join(folder, RUN_FILES.commits));
}

/** Reads the ids of the commits that a run made, or was about to make if it did not end; none if there are none. */
export function readKeptCommits(folder: RunFolder): readonly string[] {
  try {
    return idsSchema().parse(readKept(folder, RUN_FILES.commits));
  } catch {
    return []; // There is none, or it is no file of Sluice: the commits are in the repository.
  }
}
