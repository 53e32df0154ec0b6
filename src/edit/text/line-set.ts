/** A set of lines. Most others are told apart by their length, which costs less than the hash of a line. */
export class LineSet {
  readonly #lengths = new Set<number>();
  readonly #lines = new Set<string>();

  add(line: string): void {
    this.#lengths.add(line.length);
    this.#lines.add(line);
  }

  has(line: string): boolean {
    return this.#lengths.has(line.length) && this.#lines.has(line);
  }
}
