import { type ParsedCassette, parseCassette } from "../../../src/agent/cassette/cassette.ts";
import { CASSETTE_HEADER } from "../../../src/agent/cassette/cassette-lines.ts";
import type { Cassette } from "../../../src/agent/cassette/cassette-player.ts";
import { Recorder, type RecordingSink } from "../../../src/agent/cassette/cassette-recorder.ts";
import {
  type ModelAnswer,
  ModelError,
  type ModelPort,
  type ModelRequest,
} from "../../../src/agent/model/model-port.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";
import { redactor } from "../../../src/shared/redact.ts";
import { modelRequest } from "../../support/model-turn.ts";

export const step = { recipe: "rename", step: "review", model: "openai-compatible/scripted" };
export const resolve = { type: "tool", name: "resolve" } as const;

export const beginning: readonly ConversationItem[] = [
  { role: "user", text: "Rename a to b." },
  { role: "system", text: "[File: a.ts]\none\ntwo\nthree", tag: "file" },
];
export const called: readonly ConversationItem[] = [
  { role: "tool-call", callId: "call-1", tool: "look", params: { path: "a.ts" } },
  { role: "tool-result", callId: "call-1", tool: "look", text: "a" },
];
export const requests = [
  modelRequest({ items: beginning }),
  modelRequest({ items: [...beginning, ...called], toolChoice: resolve, maxOutputTokens: 9 }),
  modelRequest({ items: [...beginning, ...called] }),
];
const refusal = new ModelError("choice-refused", "It does not do that.");
export const answers = [
  {
    text: "",
    calls: [
      { tool: "look", params: { path: "a.ts" } },
      { tool: "look", params: "{", fault: "The parameters are no JSON." },
    ],
    inputTokens: 10,
    outputTokens: 5,
    attempts: 2,
  },
  refusal,
  { text: "Done.", calls: [], isCut: true },
];

/** A file in memory, with the texts that were written to it one by one. */
export class MemoryFile implements RecordingSink {
  readonly writes: string[] = [];

  check(): Promise<void> {
    if (this.writes.length === 0) this.writes.push(CASSETTE_HEADER);
    return Promise.resolve();
  }

  append(line: string): Promise<void> {
    this.writes.push(line);
    return Promise.resolve();
  }

  get text(): string {
    return this.writes.join("");
  }

  /** The turns behind the header. */
  get entries(): readonly unknown[] {
    return this.writes.slice(1).map((line) => JSON.parse(line));
  }
}

/** A port that gives these answers in order. */
export function portOf(scripted: readonly (ModelAnswer | ModelError)[]): ModelPort {
  const left = [...scripted];
  return {
    generate: async () => {
      const answer = left.shift();
      if (answer === undefined || answer instanceof ModelError) throw answer;
      return answer;
    },
  };
}

/** The answers and errors to all of the requests. */
export async function askAll(
  port: ModelPort,
  asked: readonly ModelRequest[],
): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  for (const request of asked) outcomes.push(await port.generate(request).catch((error) => error));
  return outcomes;
}

/** The text of a recording of the requests. */
export async function recorded(
  secrets: readonly string[] = [],
  model = portOf(answers),
): Promise<string> {
  const file = new MemoryFile();
  await askAll(new Recorder(file, redactor(secrets)).wrap(model, step), requests);
  return file.text;
}

/** The same recording in one object, as earlier versions wrote it. */
export function inOneObject(lines: string): string {
  const [, ...turns] = lines.trimEnd().split("\n");
  const entries = turns.map((line) => JSON.parse(line));
  const file = { kind: "sluice-cassette", formatVersion: "1.0", entries };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The cassette of a text that must be whole. */
export function loaded(text: string): Cassette {
  const { cassette, cutLine } = playable(parseCassette(text));
  if (cutLine !== undefined) throw new Error(`Line ${cutLine} is cut.`);
  return cassette;
}

/** A cassette that can be played, perhaps with a cut line. */
export function playable(parsed: ParsedCassette) {
  if (parsed.kind === "invalid") throw new Error(parsed.message);
  return parsed;
}
