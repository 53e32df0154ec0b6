import { join } from "node:path";
import { JournalFile } from "./journal-file.ts";
import { RUN_FILES } from "./run-folder.ts";

/** The transcript of a run, written line by line during the prompt steps, so that a killed run leaves it behind. */
export class TranscriptFile {
  readonly #file: JournalFile;

  private constructor(file: JournalFile) {
    this.#file = file;
  }

  /** Opens the transcript in the folder of a run; absolute. */
  static async open(folder: string): Promise<TranscriptFile> {
    return new TranscriptFile(await JournalFile.open(join(folder, RUN_FILES.transcript), 0));
  }

  /** Appends a line, which includes its line end. */
  async append(line: string): Promise<void> {
    await this.#file.append(line);
  }

  /** Flushes everything so far to the disk. */
  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
