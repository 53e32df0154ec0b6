import { z } from "zod";
import { keepRunFile } from "./keep-run-file.ts";
import { readKept } from "./kept-file.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

const entrySchema = () =>
  z.strictObject({
    mode: z.string().regex(/^100(644|755)$/),
    id: z.string().regex(/^[0-9a-f]{40,64}$/),
  });

const stagedSchema = () =>
  z.array(
    z.strictObject({
      path: z.string().min(1).describe("From the top of the work tree"),
      before: entrySchema().nullable().describe("null: there was no entry"),
      after: entrySchema().nullable().describe("null: there is none"),
    }),
  );

/** The change of an entry of git's index. */
export type KeptStaged = Readonly<z.infer<ReturnType<typeof stagedSchema>>[number]>;

/** Keeps what a run stages, or is about to stage: the entries of the index before and afterwards. */
export async function keepStaged(folder: string, changes: readonly KeptStaged[]): Promise<void> {
  await keepRunFile(folder, RUN_FILES.staged, `${JSON.stringify(changes)}\n`);
}

/** Reads what a run staged; nothing if it staged nothing, or if that cannot be read. */
export function readKeptStaged(folder: RunFolder): readonly KeptStaged[] {
  try {
    return stagedSchema().parse(readKept(folder, RUN_FILES.staged));
  } catch {
    return []; // There is none, or it is no file of Sluice: the index keeps what it has.
  }
}
