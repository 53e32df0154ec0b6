import { StringDecoder } from "node:string_decoder";

/** The longest line; UTF-16 units. A longer one comes in pieces. */
const LONGEST_LINE = 1 << 20;

/** Takes bytes of UTF-8 apart into lines without their line ends. Bytes that are no UTF-8 become U+FFFD. */
export class LineReader {
  readonly #decoder = new StringDecoder("utf8");
  readonly #onLine: (line: string) => void;
  #rest = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Takes the next bytes. */
  readonly add = (chunk: Buffer): void => {
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#onLine(line);
    if (this.#rest.length < LONGEST_LINE) return;
    this.#onLine(this.#rest);
    this.#rest = "";
  };

  /** Hands out a last line without a line end. */
  end(): void {
    const rest = this.#rest + this.#decoder.end();
    this.#rest = "";
    if (rest !== "") this.#onLine(rest);
  }
}
