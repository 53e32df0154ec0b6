import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCassette } from "../../../src/agent/cassette/cassette.ts";
import type { Cassette } from "../../../src/agent/cassette/cassette-player.ts";
import { Recorder } from "../../../src/agent/cassette/cassette-recorder.ts";
import {
  type ModelAnswer,
  ModelError,
  type ModelPort,
  type ModelRequest,
} from "../../../src/agent/model/model-port.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";
import { redactor } from "../../../src/shared/redact.ts";
import { modelRequest } from "../../support/model-turn.ts";

const step = { recipe: "rename", step: "review", model: "openai-compatible/scripted" };
const resolve = { type: "tool", name: "resolve" } as const;

/** A port that gives these answers in order. */
function portOf(answers: readonly (ModelAnswer | ModelError)[]): ModelPort {
  const left = [...answers];
  return {
    generate: async () => {
      const answer = left.shift();
      if (answer === undefined || answer instanceof ModelError) throw answer;
      return answer;
    },
  };
}

const beginning: readonly ConversationItem[] = [
  { role: "user", text: "Rename a to b." },
  { role: "system", text: "[File: a.ts]\none\ntwo\nthree", tag: "file" },
];
const called: readonly ConversationItem[] = [
  { role: "tool-call", callId: "call-1", tool: "look", params: { path: "a.ts" } },
  { role: "tool-result", callId: "call-1", tool: "look", text: "a" },
];
const requests = [
  modelRequest({ items: beginning }),
  modelRequest({ items: [...beginning, ...called], toolChoice: resolve, maxOutputTokens: 9 }),
  modelRequest({ items: [...beginning, ...called] }),
];
const refusal = new ModelError("choice-refused", "It does not do that.");
const answers = [
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

/** What comes of asking all of it, errors too. */
async function askAll(port: ModelPort, asked: readonly ModelRequest[]): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const request of asked) outcomes.push(await port.generate(request).catch((error) => error));
  return outcomes;
}

async function recorded(secrets: readonly string[] = [], model = portOf(answers)): Promise<string> {
  const recorder = new Recorder(redactor(secrets));
  await askAll(recorder.wrap(model, step), requests);
  return recorder.text();
}

function loaded(text: string): Cassette {
  const parsed = parseCassette(text);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return parsed.cassette;
}

describe("recording", () => {
  it("lets answers and errors through, and keeps of each request what is new", async () => {
    const recorder = new Recorder(redactor([]));
    expect(await askAll(recorder.wrap(portOf(answers), step), requests)).toEqual(answers);
    const { entries, ...head } = JSON.parse(recorder.text());
    expect(head).toEqual({ kind: "sluice-cassette", formatVersion: "1.0" });
    const common = { recipe: "rename", step: "review" };
    const asked = { model: step.model, tools: ["look", "resolve"] };
    expect(entries).toEqual([
      { ...common, turn: 1, request: { ...asked, items: beginning }, answer: answers[0] },
      {
        ...common,
        turn: 2,
        request: { ...asked, toolChoice: resolve, maxOutputTokens: 9, items: called },
        error: { fault: "choice-refused", message: "It does not do that." },
      },
      { ...common, turn: 3, request: { ...asked, items: [] }, answer: answers[2] },
    ]);
  });

  it("F13 writes the same bytes for the same conversation, one field a line", async () => {
    const text = await recorded();
    expect(await recorded()).toBe(text);
    expect(text.split("\n").slice(0, 6)).toEqual([
      "{",
      '  "kind": "sluice-cassette",',
      '  "formatVersion": "1.0",',
      '  "entries": [',
      "    {",
      '      "recipe": "rename",',
    ]);
    expect(text.endsWith("}\n")).toBe(true);
  });

  it("writes no key, wherever it was", async () => {
    const secret = "[File: a.ts]";
    expect(await recorded()).toContain(secret);
    expect(await recorded([secret])).not.toContain(secret);
  });

  it("does not keep that the run was stopped", async () => {
    const recorder = new Recorder(redactor([]));
    await askAll(recorder.wrap(portOf([]), step), requests.slice(0, 1));
    expect(JSON.parse(recorder.text()).entries).toEqual([]);
  });
});

describe("playing", () => {
  it("F13 gives the answers and errors that were recorded", async () => {
    const cassette = loaded(await recorded());
    expect(await askAll(cassette.port(step), requests)).toEqual(answers);
    expect(cassette.unused()).toEqual([]);
  });

  it("records the same bytes again", async () => {
    const text = await recorded();
    expect(await recorded([], loaded(text).port(step))).toBe(text);
  });

  it("does not compare instructions, and what tools say of themselves", async () => {
    const [first] = requests;
    const changed = {
      ...modelRequest({ items: beginning }),
      instructions: "Others.",
      tools: (first?.tools ?? []).map((tool) => ({ ...tool, description: "", parameters: {} })),
    };
    const port = loaded(await recorded()).port(step);
    expect(await port.generate(changed)).toEqual(answers[0]);
  });

  it("tells how a request differs, as a patch", async () => {
    const items: readonly ConversationItem[] = [
      { role: "user", text: "Rename a to b." },
      { role: "system", text: "[File: a.ts]\none\n2\nthree", tag: "file" },
    ];
    const [error] = await askAll(loaded(await recorded()).port(step), [modelRequest({ items })]);
    expect(error).toMatchObject({ name: "ModelError", fault: "replay-differs" });
    expect(String(error)).toContain(
      "Turn 1 of step review (recipe rename) is not what was recorded",
    );
    expect(String(error)).toContain("\n one\n-two\n+2\n three\n");
  });

  it.each<[string, Partial<ModelRequest>]>([
    ['+toolChoice: "auto"', { toolChoice: "auto" }],
    ["+maxOutputTokens: 3", { maxOutputTokens: 3 }],
    ["+tools: []", { tools: [] }],
    ['+item: {"callId":"call-1","params":{"path":"a.ts"},', { items: [...beginning, ...called] }],
    ['-item: {"role":"user"}', { items: beginning.slice(1) }],
  ])("shows %s where that is the difference", async (line, changed) => {
    const request = modelRequest({ items: beginning, ...changed });
    const [error] = await askAll(loaded(await recorded()).port(step), [request]);
    expect(error).toMatchObject({ fault: "replay-differs" });
    expect(String(error)).toContain(`\n${line}`);
  });

  it("tells another model", async () => {
    const cassette = loaded(await recorded());
    const [error] = await askAll(cassette.port({ ...step, model: "anthropic/other" }), requests);
    expect(String(error)).toContain('+model: "anthropic/other"');
  });

  it("cuts a difference to a bounded length", async () => {
    const text = `${"x".repeat(300)}\n`.repeat(1000);
    const request = modelRequest({ items: [{ role: "user", text }] });
    const [error] = await askAll(loaded(await recorded()).port(step), [request]);
    expect(String(error).length).toBeLessThan(4300);
  });

  it("tells turns that were not recorded, and those that were never asked for", async () => {
    const cassette = loaded(await recorded());
    const [error] = await askAll(cassette.port({ ...step, step: "other" }), requests);
    expect(error).toMatchObject({ fault: "replay-differs" });
    expect(String(error)).toContain("Turn 1 of step other (recipe rename) is not in the cassette.");
    await askAll(cassette.port(step), requests.slice(0, 2));
    expect(cassette.unused()).toEqual([{ recipe: "rename", step: "review", turn: 3 }]);
  });

  it("plays a second conversation of a step after the first", async () => {
    const recorder = new Recorder(redactor([]));
    const [first] = requests;
    for (const text of ["One.", "Two."])
      await recorder.wrap(portOf([{ text, calls: [] }]), step).generate(first as ModelRequest);
    const cassette = loaded(recorder.text());
    const played = [cassette.port(step), cassette.port(step), cassette.port(step)];
    const outcomes = await Promise.all(played.map((port) => askAll(port, requests.slice(0, 1))));
    expect(outcomes.flat()).toMatchObject([
      { text: "One." },
      { text: "Two." },
      { fault: "replay-differs" },
    ]);
  });

  it("gives nothing to a run that is stopped", async () => {
    const port = loaded(await recorded()).port(step);
    const request = modelRequest({ items: beginning, signal: AbortSignal.abort() });
    await expect(port.generate(request)).rejects.toMatchObject({ name: "CancelledError" });
  });
});

describe("a cassette that somebody wrote", () => {
  it.each([
    ["", /^The cassette is no JSON, or cut off: .*end of JSON input/],
    ["{}", /^It is no cassette/],
    ["[]", /^It is no cassette/],
    ['{"kind":"sluice-cassette","formatVersion":"2.0"}', /another format than 1\.0/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0"}', /`entries` is missing/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0","entries":[{"__proto__":1}]}', /__proto__/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0","entries":[],"a":1}', /Unknown key `a`/],
    [
      `{"kind":"sluice-cassette","formatVersion":"1.0","entries":${"[".repeat(9999)}${"]".repeat(9999)}}`,
      /nested deeper/,
    ],
  ])("is refused (%#)", (text, fault) => {
    const parsed = parseCassette(text);
    expect(parsed).toEqual({ fault: expect.stringMatching(fault) });
  });

  it("is refused where it is cut off anywhere", async () => {
    const text = await recorded();
    for (let end = 0; end < text.length - 2; end += 37)
      expect(parseCassette(text.slice(0, end))).toHaveProperty("fault");
  });

  it.each([
    [/"turn": 2/, '"turn": 3', /`entries\[1\]\.turn` is 3, and has to be 2/],
    [/"role": "user"/, '"role": "boss"', /entries\[0\]\.request\.items\[0\]/],
    [/"error": \{[^}]*\}/, '"a": 1', /Unknown key `a` in `entries\[1\]`/],
    [/,\s*"error": \{[^}]*\}/, "", /`entries\[1\]` has to have an answer or an error/],
    [/"inputTokens": 10/, '"inputTokens": -1', /entries\[0\]\.answer\.inputTokens/],
  ])("is refused with the place where %s was changed", async (from, to, fault) => {
    const text = await recorded();
    const changed = text.replace(from, to);
    expect(changed).not.toBe(text);
    expect(parseCassette(changed)).toEqual({ fault: expect.stringMatching(fault) });
  });

  it("is a fault of one line or a cassette, whatever is changed in it", async () => {
    const text = await recorded();
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1 }), (at, piece) => {
        const parsed = parseCassette(text.slice(0, at) + piece + text.slice(at + piece.length));
        if ("fault" in parsed) expect(parsed.fault).not.toMatch(/\n/);
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});
