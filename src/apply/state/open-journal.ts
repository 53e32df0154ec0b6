import { join } from "node:path";
import { syncFolder } from "../disk/disk.ts";
import { JournalFile } from "./journal-file.ts";
import { writeRecord } from "./journal-lines.ts";
import type { JournalRecord } from "./journal-record.ts";
import { RUN_FILES, type RunFolder } from "./run-folder.ts";

/** The properties of a run that its journal begins with. */
export interface JournalledRun {
  readonly id: string;
  readonly command: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly recipes: readonly string[];
  /** The id of the run that this run takes back. */
  readonly undoes?: string;
  /** The id of the run whose conversations this run resumes. */
  readonly resumes?: string;
  /** The held actions that this run applies. */
  readonly resolves?: RunRecord["resolves"];
}

type RunRecord = Extract<JournalRecord, { kind: "run" }>;

/** The journal of a run, open for writing. */
export interface OpenJournal {
  readonly folder: RunFolder;
  readonly journal: JournalFile;
  readonly images: JournalFile;
}

/** Begins the journal of a run in its folder. */
export async function openJournal(
  folder: RunFolder,
  { recipes, ...run }: JournalledRun,
): Promise<OpenJournal> {
  const files: JournalFile[] = [];
  try {
    for (const name of [RUN_FILES.journal, RUN_FILES.images])
      files.push(await JournalFile.open(join(folder.path, name), 0));
    const [journal, images] = files as [JournalFile, JournalFile]; // One for each name.
    await journal.append(
      writeRecord({ kind: "run", formatVersion: "1.0", ...run, recipes: [...recipes] }),
    );
    await journal.sync();
    await syncFolder(folder.path);
    return { folder, journal, images };
  } catch (error) {
    for (const file of files) await file.close();
    throw error;
  }
}
