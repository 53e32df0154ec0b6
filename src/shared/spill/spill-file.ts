import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

/** Texts are gathered up to so many bytes before they are written. */
const GATHERED = 256 * 1024;

/** Closes the files of stores that are no longer in use. */
const closing = new FinalizationRegistry<number>((file) => closeSync(file));

/**
 * A file without a name: only this process can read it, and the system frees its space as soon as the file is closed
 * or the process has ended, however it ended.
 */
export class SpillFile {
  readonly #file: number;
  /** Not yet written. */
  #gathered: Buffer[] = [];
  #gatheredSize = 0;
  #written = 0;

  /** Makes the file at a path that must be free. Throws the error of the system. */
  constructor(path: string) {
    this.#file = openSync(path, "wx+", 0o600);
    closing.register(this, this.#file);
    rmSync(path, { force: true });
  }

  /** Adds bytes, and returns their place. */
  add(bytes: Buffer): number {
    const place = this.#written + this.#gatheredSize;
    this.#gathered.push(bytes);
    this.#gatheredSize += bytes.length;
    return place;
  }

  /** Writes the gathered bytes if there are many. Throws the error of the system; the bytes are kept then. */
  writeGathered(): void {
    if (this.#gatheredSize < GATHERED) return;
    const bytes = Buffer.concat(this.#gathered);
    let done = 0;
    while (done < bytes.length)
      done += writeSync(this.#file, bytes, done, bytes.length - done, this.#written + done);
    this.#written += bytes.length;
    this.#gathered = [];
    this.#gatheredSize = 0;
  }

  /** Returns the bytes of a place. Throws if the file does not have them. */
  read(place: number, length: number): Buffer {
    if (place >= this.#written) return this.#readGathered(place - this.#written, length);
    const bytes = Buffer.allocUnsafe(length);
    let done = 0;
    while (done < length) {
      const read = readSync(this.#file, bytes, done, length - done, place + done);
      if (read === 0) throw new Error("A temporary file of this run has lost its end.");
      done += read;
    }
    return bytes;
  }

  #readGathered(start: number, length: number): Buffer {
    let at = 0;
    for (const bytes of this.#gathered) {
      if (at === start && bytes.length === length) return bytes;
      at += bytes.length;
    }
    throw new Error("A temporary file of this run has no such text.");
  }
}
