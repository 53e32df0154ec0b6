/** Counts the lines of an output that contain a text. An output of any size takes little memory. */
export class LinesWith {
  readonly #text: Buffer;
  /** The end of the line so far, in which the text may have begun. */
  #rest: Uint8Array = new Uint8Array();
  #isFound = false;
  #count = 0;

  constructor(text: string) {
    this.#text = Buffer.from(text);
  }

  /** The lines so far; the last one may have no end. */
  get count(): number {
    return this.#count + (this.#isFound ? 1 : 0);
  }

  add(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(LINE_FEED, start);
      this.#look(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) return;
      if (this.#isFound) this.#count += 1;
      this.#isFound = false;
      this.#rest = new Uint8Array();
      start = end + 1;
    }
  }

  #look(part: Uint8Array): void {
    if (this.#isFound) return;
    const line = Buffer.concat([this.#rest, part]);
    this.#isFound = line.includes(this.#text);
    const kept = this.#text.length - 1;
    this.#rest = kept === 0 ? new Uint8Array() : line.subarray(-kept);
  }
}

const LINE_FEED = 10;
