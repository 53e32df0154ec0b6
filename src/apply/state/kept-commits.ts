import { z } from "zod";
import { INPUT_LIMITS } from "../../model/input-limits.ts";
import type { Report } from "../../model/report/report.ts";
import { keepRunFile } from "./keep-run-file.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

const idsSchema = () => z.array(z.string().regex(/^[0-9a-f]{40,64}$/)).max(INPUT_LIMITS.commits);

/** Keeps the ids of the commits that a run made. */
export async function keepCommits(folder: string, { commits = [] }: Report): Promise<void> {
  const ids = commits.flatMap(({ sha }) => sha ?? []);
  if (ids.length > 0) await keepRunFile(folder, RUN_FILES.commits, `${JSON.stringify(ids)}\n`);
}

/** Reads the ids of the commits that a run made; none if it made none, or did not end. */
export function readKeptCommits(folder: RunFolder): readonly string[] {
  try {
    return idsSchema().parse(readKept(folder, RUN_FILES.commits));
  } catch {
    return []; // There is none, or it is no file of Sluice: the commits are in the repository.
  }
}
