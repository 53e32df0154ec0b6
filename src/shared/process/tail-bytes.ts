/** The last bytes of an output. */
export class TailBytes {
  readonly #max: number;
  #chunks: Buffer[] = [];
  #size = 0;
  #total = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    // A part of a larger buffer would keep all of it in memory.
    const kept = chunk.length > this.#max ? Buffer.from(chunk.subarray(-this.#max)) : chunk;
    this.#chunks.push(kept);
    this.#size += kept.length;
    if (this.#size <= 2 * this.#max) return;
    this.#chunks = [Buffer.concat(this.#chunks).subarray(-this.#max)];
    this.#size = this.#max;
  }

  /** The bytes that are not kept. */
  get lost(): number {
    return Math.max(0, this.#total - this.#max);
  }

  /** The tail as text; a character that was cut, or that is no UTF-8, is a replacement character. */
  get text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-this.#max);
    const first = this.lost === 0 ? 0 : bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
    return bytes.subarray(Math.max(0, first)).toString("utf8");
  }
}
