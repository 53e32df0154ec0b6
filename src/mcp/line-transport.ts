import type { Readable } from "node:stream";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/server";
import { isRecord } from "../shared/is-record.ts";
import { messageOf } from "../shared/message-of.ts";
import { type MessageLine, MessageLines } from "./message-lines.ts";

/** The streams of a server. Standard output has messages of the protocol alone. */
export interface ServerStreams {
  readonly input: Readable;
  readonly output: {
    write(text: string): void;
    /** Resolves when the client has taken most of what was written. */
    drained(): Promise<void>;
  };
}

/** The longest message that is read, in UTF-16 code units. */
const MOST_MESSAGE = 4 * 1024 * 1024;

const [PARSE_ERROR, INVALID_REQUEST] = [-32700, -32600];

/** The protocol had batches in its version 2025-03-26 alone, and its packages take none on standard streams. */
const ONE_MESSAGE = "A line has one message of JSON-RPC 2.0, and no batch.";

/** The most requests of a batch that are answered one by one. */
const MOST_TOLD = 100;

/**
 * The way of messages over standard streams, within bounds: a line that is too long is answered and not parsed, and no
 * message is read while the client does not take the answers to earlier ones.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #streams: ServerStreams;
  readonly #lines: MessageLines;
  #isClosed = false;

  constructor(streams: ServerStreams, most = MOST_MESSAGE) {
    this.#streams = streams;
    this.#lines = new MessageLines(most);
  }

  async start(): Promise<void> {
    const { input } = this.#streams;
    input.on("data", this.#hear);
    input.on("error", this.#end);
    input.on("end", this.#end);
    input.on("close", this.#end);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    this.#write(message);
    await this.#streams.output.drained();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    const { input } = this.#streams;
    input.off("data", this.#hear);
    input.pause();
    this.onclose?.();
  }

  readonly #end = () => void this.close();

  readonly #hear = (bytes: Uint8Array) => {
    const { input, output } = this.#streams;
    for (const line of this.#lines.take(bytes)) if (!this.#isClosed) this.#take(line);
    input.pause();
    void output.drained().then(() => {
      if (!this.#isClosed) input.resume();
    });
  };

  #take(line: MessageLine): void {
    if (line.kind === "too-long") this.#refuseLong(line.id);
    else this.#parse(line.text);
  }

  #parse(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      this.#refuse(null, PARSE_ERROR, `The message is no JSON: ${messageOf(error).slice(0, 100)}`);
      return;
    }
    if (isMessage(message)) this.onmessage?.(message);
    else if (Array.isArray(message)) this.#refuseBatch(message);
    else this.#refuse(null, INVALID_REQUEST, ONE_MESSAGE);
  }

  /** A client that waits for the answers to requests of a batch learns of each that none comes. */
  #refuseBatch(batch: readonly unknown[]): void {
    const all = batch.map((one) => (isRecord(one) ? one.id : undefined));
    const ids = all.filter((id) => typeof id === "string" || typeof id === "number");
    const told = ids.length > 0 && ids.length <= MOST_TOLD ? ids : [null];
    for (const id of told) this.#refuse(id, INVALID_REQUEST, ONE_MESSAGE);
  }

  /** Without the id of its request nobody would learn what became of it: the connection ends. */
  #refuseLong(id: string | undefined): void {
    const text = `The message is too long: at most ${MOST_MESSAGE} characters are read.`;
    this.#refuse(id === undefined ? null : JSON.parse(id), INVALID_REQUEST, text);
    if (id === undefined) void this.close();
  }

  #refuse(id: unknown, code: number, message: string): void {
    this.onerror?.(new Error(message));
    this.#write({ jsonrpc: "2.0", id, error: { code, message } });
  }

  #write(message: object): void {
    if (!this.#isClosed) this.#streams.output.write(`${JSON.stringify(message)}\n`);
  }
}

/** True for an object of the protocol; the server checks the rest of it. */
function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value.jsonrpc === "2.0";
}
