import { CASSETTE_HEADER } from "../../agent/cassette/cassette-lines.ts";
import type { RecordingSink } from "../../agent/cassette/cassette-recorder.ts";
import { ModelError } from "../../agent/model/model-port.ts";
import { GrowingOutputFile } from "../../apply/disk/growing-output-file.ts";
import { messageOf } from "../../shared/message-of.ts";

/**
 * The file of `--record`. It is created before the first request, and every answer is appended at once: answers cost
 * money, and a run may be killed.
 */
export class RecordingFile implements RecordingSink {
  readonly #folder: string;
  readonly #path: string;
  #file: Promise<GrowingOutputFile> | undefined;

  /** The path is absolute or relative to the folder. */
  constructor(folder: string, path: string) {
    this.#folder = folder;
    this.#path = path;
  }

  async check(): Promise<void> {
    await this.#with((file) => file.check());
  }

  async append(line: string): Promise<void> {
    await this.#with((file) => file.append(line));
  }

  /** Creates the file. After a failure the next call tries again. */
  #create(): Promise<GrowingOutputFile> {
    const creating = GrowingOutputFile.create(this.#folder, this.#path, CASSETTE_HEADER);
    return creating.catch((error: unknown) => {
      this.#file = undefined;
      throw error;
    });
  }

  async #with(work: (file: GrowingOutputFile) => Promise<void>): Promise<void> {
    try {
      this.#file ??= this.#create();
      await work(await this.#file);
    } catch (error) {
      const message = `The recording ${this.#path} cannot be written: ${messageOf(error)}.`;
      throw new ModelError("refused", message, { cause: error });
    }
  }
}
