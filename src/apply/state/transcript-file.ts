import { join } from "node:path";
import { JournalFile } from "./journal-file.ts";
import { RUN_FILES } from "./run-folder.ts";

/** What was said in the prompt steps of a run, line by line as it is said: a run that is killed leaves it behind. */
export class TranscriptFile {
  readonly #file: JournalFile;

  private constructor(file: JournalFile) {
    this.#file = file;
  }

  /** `folder` is the one of the run; absolute. */
  static async open(folder: string): Promise<TranscriptFile> {
    return new TranscriptFile(await JournalFile.open(join(folder, RUN_FILES.transcript), 0));
  }

  /** `line` ends with its line end. */
  async append(line: string): Promise<void> {
    await this.#file.append(line);
  }

  /** Everything so far is on the disk afterwards. */
  sync(): Promise<void> {
    return this.#file.sync();
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}
