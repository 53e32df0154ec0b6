import { join } from "node:path";
import { messageOf } from "../../shared/message-of.ts";
import { JournalFile } from "./journal-file.ts";
import { RUN_FILES } from "./run-folder.ts";

/** A file of a run that is written line by line while the run goes on, so that a killed run leaves it behind. */
export class LinesFile {
  readonly #name: string;
  readonly #folder: () => Promise<string>;
  #file: JournalFile | undefined;
  #appending: Promise<void> = Promise.resolve();

  /** Takes the folder of the run, absolute, with the first line. */
  constructor(name: keyof typeof RUN_FILES, folder: () => Promise<string>) {
    this.#name = RUN_FILES[name];
    this.#folder = folder;
  }

  /** Appends a line, which includes its line end. Returns at once; see {@link appended}. */
  append(line: string): void {
    this.#appending = this.#appending.then(async () => {
      this.#file ??= await JournalFile.open(join(await this.#folder(), this.#name), 0);
      await this.#file.append(line);
    });
    this.#appending.catch(() => undefined); // Reported by `appended`.
  }

  /**
   * Waits until every line so far is on the disk. Returns why one could not be written, if so; later lines are then not
   * written either.
   */
  async appended(): Promise<string | undefined> {
    try {
      await this.#appending;
      await this.#file?.sync();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Closes the file after its last line. Never fails: what could not be written is told by {@link appended}. */
  async close(): Promise<void> {
    await this.appended();
    await this.#file?.close().catch(() => undefined);
  }
}
