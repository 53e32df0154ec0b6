import { CASSETTE_HEADER } from "../../agent/cassette/cassette-lines.ts";
import type { RecordingSink } from "../../agent/cassette/cassette-recorder.ts";
import { ModelError } from "../../agent/model/model-port.ts";
import { GrowingOutputFile } from "../../apply/disk/growing-output-file.ts";
import type { OutputFolders } from "../../files/tree-link.ts";
import { messageOf } from "../../shared/message-of.ts";

/**
 * The file of `--record`. It is created before the first request, and every answer is appended at once: answers cost
 * money, and a run may be killed.
 */
export class RecordingFile implements RecordingSink {
  readonly #folders: OutputFolders;
  readonly #path: string;
  #file: Promise<GrowingOutputFile> | undefined;

  constructor(folders: OutputFolders, path: string) {
    this.#folders = folders;
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
    const creating = GrowingOutputFile.create(this.#folders, this.#path, CASSETTE_HEADER);
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
