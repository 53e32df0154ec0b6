import { StringDecoder } from "node:string_decoder";

/** A line of the standard input of a server. */
export type MessageLine =
  | { readonly kind: "line"; readonly text: string }
  /** Too long to be read. `id`: of its request, as JSON; undefined if it cannot be told. */
  | { readonly kind: "too-long"; readonly id: string | undefined };

/** The part of a long line, at its beginning and at its end, in which an id is looked for. */
const EDGE = 300;

/** Splits what comes in into lines. One that is longer than `most` code units is never held as a whole. */
export class MessageLines {
  readonly #most: number;
  readonly #decoder = new StringDecoder("utf8");
  #pieces: string[] = [];
  #length = 0;
  /** The beginning and the end of a line that is too long. */
  #edges: readonly [string, string] | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  /** Yields the lines that end in a piece of the input. */
  *take(bytes: Uint8Array): Generator<MessageLine> {
    const [first = "", ...more] = this.#decoder.write(Buffer.from(bytes)).split("\n");
    this.#add(first);
    for (const begun of more) {
      const line = this.#end();
      this.#add(begun);
      if (line.kind === "too-long" || line.text.trim() !== "") yield line;
    }
  }

  #add(text: string): void {
    if (this.#edges !== undefined) {
      const [start, end] = this.#edges;
      this.#edges = [start, `${end}${text}`.slice(-EDGE)];
      return;
    }
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length <= this.#most) return;
    const whole = this.#pieces.join("");
    this.#edges = [whole.slice(0, EDGE), whole.slice(-EDGE)];
    this.#pieces = [];
  }

  #end(): MessageLine {
    const [text, edges] = [this.#pieces.join(""), this.#edges];
    this.#pieces = [];
    this.#length = 0;
    this.#edges = undefined;
    return edges === undefined ? { kind: "line", text } : { kind: "too-long", id: idIn(edges) };
  }
}

const ID = String.raw`"id"\s*:\s*(-?\d{1,15}|"[\w.:/-]{1,100}")`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID}\s*,`);
const LAST = new RegExp(String.raw`,\s*${ID}\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$`);

/** Clients write the id of a request first or last. */
function idIn([start, end]: readonly [string, string]): string | undefined {
  return FIRST.exec(start)?.[1] ?? LAST.exec(end)?.[1];
}
