import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCassette } from "../../../src/agent/cassette/cassette.ts";
import { Recorder } from "../../../src/agent/cassette/cassette-recorder.ts";
import type { ModelRequest } from "../../../src/agent/model/model-port.ts";
import type { ConversationItem } from "../../../src/model/conversation.ts";
import { redactor } from "../../../src/shared/redact.ts";
import { modelRequest } from "../../support/model-turn.ts";
import { PROMPT_EXAMPLE } from "../../support/prompt-example.ts";
import {
  answers,
  askAll,
  beginning,
  called,
  inOneObject,
  loaded,
  MemoryFile,
  playable,
  portOf,
  recorded,
  requests,
  resolve,
  step,
} from "./builders.ts";

const HEADER = '{"kind":"sluice-cassette","formatVersion":"2.0"}\n';

describe("recording", () => {
  it("passes answers and errors on, and keeps the new items of each request", async () => {
    const file = new MemoryFile();
    const recorder = new Recorder(file, redactor([]));
    expect(await askAll(recorder.wrap(portOf(answers), step), requests)).toEqual(answers);
    expect(file.writes[0]).toBe(HEADER);
    const common = { recipe: "rename", step: "review" };
    const asked = { model: step.model, tools: ["look", "resolve"] };
    expect(file.entries).toEqual([
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

  it("F13 writes the same bytes for the same conversation, one turn a line", async () => {
    const text = await recorded();
    expect(await recorded()).toBe(text);
    const lines = text.split("\n");
    expect(lines.map((line) => line.slice(0, 44))).toEqual([
      '{"kind":"sluice-cassette","formatVersion":"2',
      '{"recipe":"rename","step":"review","turn":1,',
      '{"recipe":"rename","step":"review","turn":2,',
      '{"recipe":"rename","step":"review","turn":3,',
      "",
    ]);
  });

  it("writes no key, in whichever field it was", async () => {
    const secret = "[File: a.ts]";
    expect(await recorded()).toContain(secret);
    expect(await recorded([secret])).not.toContain(secret);
  });

  it("writes each turn once, so that its cost is that of the answers", async () => {
    const turns = 200;
    const file = new MemoryFile();
    const answer = { text: "x".repeat(1000), calls: [] };
    const model = portOf(Array.from({ length: turns }, () => answer));
    const asked = Array.from({ length: turns }, () => modelRequest({ items: beginning }));
    await askAll(new Recorder(file, redactor([])).wrap(model, step), asked);
    expect(file.writes).toHaveLength(turns + 1);
    expect(Math.max(...file.writes.map(({ length }) => length))).toBeLessThan(1400);
  });

  it("keeps the order of the answers, in whichever order they were asked for", async () => {
    const file = new MemoryFile();
    const recorder = new Recorder(file, redactor([]));
    const waiting: (() => void)[] = [];
    const slow = (text: string) => ({
      generate: () =>
        new Promise<{ text: string; calls: [] }>((answer) => {
          waiting.push(() => answer({ text, calls: [] }));
        }),
    });
    const [request] = requests as [ModelRequest];
    const ports = ["first", "second"].map((name) =>
      recorder.wrap(slow(name), { ...step, step: name }).generate(request),
    );
    await new Promise(setImmediate);
    for (const answer of waiting.reverse()) answer();
    await Promise.all(ports);
    expect(file.entries).toMatchObject([{ step: "second" }, { step: "first" }]);
  });

  it("sends no request if the file cannot be written, and returns no answer that is not recorded", async () => {
    const fault = new Error("no space");
    const asked: string[] = [];
    const model = { generate: () => Promise.resolve(asked.push("asked")).then(() => answers[0]) };
    const [request] = requests as [ModelRequest];
    const file = { check: () => Promise.reject(fault), append: () => Promise.reject(fault) };
    const record = (sink: typeof file | MemoryFile) =>
      new Recorder(sink, redactor([])).wrap(model as never, step).generate(request);
    await expect(record(file)).rejects.toBe(fault);
    expect(asked).toEqual([]);
    const full = { ...file, check: () => Promise.resolve() as Promise<never> };
    await expect(record(full)).rejects.toBe(fault);
    expect(asked).toEqual(["asked"]);
  });

  it("F22 keeps what the provider ignored, so that a replay has the alerts of its recording", async () => {
    const ignored = ["m: seed is not supported."];
    const answer = { text: "Done.", calls: [], ignored };
    const text = await recorded([], portOf([answer, answer, answer]));
    const port = loaded(text).port(step);
    expect(await askAll(port, requests)).toEqual([answer, answer, answer]);
  });

  it("does not record that the run was stopped", async () => {
    const file = new MemoryFile();
    await askAll(new Recorder(file, redactor([])).wrap(portOf([]), step), requests.slice(0, 1));
    expect(file.text).toBe(HEADER);
  });
});

describe.each([
  ["in lines", (text: string) => text],
  ["in one object", inOneObject],
])("playing a cassette %s", (_form, formed) => {
  const cassetteOf = async () => loaded(formed(await recorded()));

  it("F13 returns the recorded answers and errors", async () => {
    const cassette = await cassetteOf();
    expect(await askAll(cassette.port(step), requests)).toEqual(answers);
    expect(cassette.unused()).toEqual([]);
  });

  it("records the same bytes again", async () => {
    expect(await recorded([], (await cassetteOf()).port(step))).toBe(await recorded());
  });

  it("does not compare instructions, and descriptions and parameters of tools", async () => {
    const [first] = requests;
    const changed = {
      ...modelRequest({ items: beginning }),
      instructions: "Others.",
      tools: (first?.tools ?? []).map((tool) => ({ ...tool, description: "", parameters: {} })),
    };
    expect(await (await cassetteOf()).port(step).generate(changed)).toEqual(answers[0]);
  });

  it("shows the difference of a request as a patch", async () => {
    const items: readonly ConversationItem[] = [
      { role: "user", text: "Rename a to b." },
      { role: "system", text: "[File: a.ts]\none\n2\nthree", tag: "file" },
    ];
    const [error] = await askAll((await cassetteOf()).port(step), [modelRequest({ items })]);
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
  ])("shows %s if that is the difference", async (line, changed) => {
    const request = modelRequest({ items: beginning, ...changed });
    const [error] = await askAll((await cassetteOf()).port(step), [request]);
    expect(error).toMatchObject({ fault: "replay-differs" });
    expect(String(error)).toContain(`\n${line}`);
  });

  it("shows another model", async () => {
    const port = (await cassetteOf()).port({ ...step, model: "anthropic/other" });
    const [error] = await askAll(port, requests);
    expect(String(error)).toContain('+model: "anthropic/other"');
  });

  it("cuts a difference to a bounded length", async () => {
    const text = `${"x".repeat(300)}\n`.repeat(1000);
    const request = modelRequest({ items: [{ role: "user", text }] });
    const [error] = await askAll((await cassetteOf()).port(step), [request]);
    expect(String(error).length).toBeLessThan(4300);
  });

  it("reports turns that were not recorded, and those that were never played", async () => {
    const cassette = await cassetteOf();
    const [error] = await askAll(cassette.port({ ...step, step: "other" }), requests);
    expect(error).toMatchObject({ fault: "replay-differs" });
    expect(String(error)).toContain("Turn 1 of step other (recipe rename) is not in the cassette.");
    await askAll(cassette.port(step), requests.slice(0, 2));
    expect(cassette.unused()).toEqual([{ recipe: "rename", step: "review", turn: 3 }]);
  });

  it("plays a second conversation of a step after the first", async () => {
    const file = new MemoryFile();
    const recorder = new Recorder(file, redactor([]));
    const [first] = requests;
    for (const text of ["One.", "Two."])
      await recorder.wrap(portOf([{ text, calls: [] }]), step).generate(first as ModelRequest);
    const cassette = loaded(formed(file.text));
    const played = [cassette.port(step), cassette.port(step), cassette.port(step)];
    const outcomes = await Promise.all(played.map((port) => askAll(port, requests.slice(0, 1))));
    expect(outcomes.flat()).toMatchObject([
      { text: "One." },
      { text: "Two." },
      { fault: "replay-differs" },
    ]);
  });

  it("gives no answer to a run that is stopped", async () => {
    const port = (await cassetteOf()).port(step);
    const request = modelRequest({ items: beginning, signal: AbortSignal.abort() });
    await expect(port.generate(request)).rejects.toMatchObject({ name: "CancelledError" });
  });

  it("keeps every character of a text", async () => {
    const text = "naïve ключ 名前 🙂 \u2028 \ud800 \u0000 \u007f";
    const file = new MemoryFile();
    const port = new Recorder(file, redactor([])).wrap(portOf([{ text, calls: [] }]), step);
    const request = modelRequest({ items: [{ role: "user", text }] });
    await port.generate(request);
    expect(file.text).toMatch(/^[\n\x20-\x7f]*$/);
    expect(await loaded(formed(file.text)).port(step).generate(request)).toEqual({
      text,
      calls: [],
    });
  });
});

describe("a recording whose writer was killed", () => {
  it("plays the complete turns wherever its bytes are cut, or is refused, and never plays another answer", async () => {
    const given = [...answers.slice(0, 2), { text: "Größe 🙂", calls: [] }];
    const bytes = Buffer.from(await recorded([], portOf(given)));
    const ends = [...bytes.keys()].filter((at) => bytes[at] === 0x0a); // Of the JSON of each line.
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for (let length = 0; length <= bytes.length; length += 1) {
      const parsed = parseCassette(decoder.decode(bytes.subarray(0, length)));
      const whole = ends.filter((end) => end <= length);
      const last = whole.at(-1);
      if (last === undefined) {
        const message = expect.stringMatching(/cut off/);
        expect(parsed, `${length}`).toMatchObject({ kind: "invalid", message });
        continue;
      }
      const { cassette, cutLine } = playable(parsed);
      expect(cutLine, `${length}`).toBe(length > last + 1 ? whole.length + 1 : undefined);
      const turns = whole.length - 1;
      expect(cassette.unused(), `${length}`).toHaveLength(turns);
      const outcomes = await askAll(cassette.port(step), requests);
      expect(outcomes.slice(0, turns), `${length}`).toEqual(given.slice(0, turns));
      for (const outcome of outcomes.slice(turns))
        expect(String(outcome)).toContain("is not in the cassette");
    }
  });

  it("is refused with the line if a line before the last is torn", async () => {
    const [header, first = "", ...rest] = (await recorded()).split("\n");
    const torn = [header, first.slice(0, 40), ...rest].join("\n");
    expect(parseCassette(torn)).toEqual({
      kind: "invalid",
      line: 2,
      message: expect.stringMatching(/^The cassette is damaged: line 2: it is not JSON: /),
    });
  });
});

describe("a cassette from another author", () => {
  it.each([
    ["", /^The cassette is not JSON, or is cut off: .*end of JSON input/],
    ["{}", /^It is not a cassette/],
    ["[]", /^It is not a cassette/],
    ['{"kind":"sluice-cassette","formatVersion":"3.0"}', /reads the formats 1\.0 and 2\.0/],
    ['{"kind":"sluice-cassette","formatVersion":"3.0"}\n{}\n', /reads the formats 1\.0 and 2\.0/],
    ['{"kind":"sluice-cassette"}', /reads the formats/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0"}', /`entries` is missing/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0","entries":[{"__proto__":1}]}', /__proto__/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0","entries":[],"a":1}', /Unknown key `a`/],
    ['{"kind":"sluice-cassette","formatVersion":"1.0","entries":[]}\n{}\n', /not JSON, or is cut/],
    [
      `{"kind":"sluice-cassette","formatVersion":"1.0","entries":${"[".repeat(9999)}${"]".repeat(9999)}}`,
      /nested deeper/,
    ],
  ])("is refused (%#)", (text, message) => {
    expect(parseCassette(text)).toEqual({
      kind: "invalid",
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ["a header with more", '{"kind":"sluice-cassette","formatVersion":"2.0","a":1}\n', 1, "`a`"],
    ["a header with a prototype", `${HEADER.slice(0, -2)},"__proto__":1}\n`, 1, "__proto__"],
    ["an empty line", `${HEADER}\n`, 2, "it is not JSON"],
    ["millions of empty lines", `${HEADER}${"\n".repeat(5_000_000)}`, 2, "it is not JSON"],
    ["a number", `${HEADER}1`, 2, "must be a map"],
    ["a key too many", `${HEADER}{"a":1}\n`, 2, "`recipe` is missing"],
    ["a prototype", `${HEADER}{"__proto__":1}\n`, 2, "it has a key `__proto__`."],
    ["depth", `${HEADER}${"[".repeat(9999)}${"]".repeat(9999)}\n`, 2, "it is nested deeper"],
    ["the header again", `${HEADER}${HEADER}`, 2, "`recipe` is missing"],
  ])("is refused with its line: %s", (_what, text, line, problem) => {
    expect(parseCassette(text)).toEqual({
      kind: "invalid",
      line,
      message: expect.stringMatching(`^The cassette is damaged: line ${line}: `),
    });
    expect(parseCassette(text)).toMatchObject({ message: expect.stringContaining(problem) });
  });

  it("is refused if it has more turns than a run can have", async () => {
    const [, first = ""] = (await recorded()).split("\n");
    const turns = (count: number) => HEADER + `${first}\n`.repeat(count);
    expect(parseCassette(turns(10_000)).kind).toBe("cassette");
    expect(parseCassette(turns(10_001))).toMatchObject({
      line: 10_002,
      message: expect.stringContaining("more than 10000 turns"),
    });
  });

  it("is refused in one object if it is cut off at any place", async () => {
    const text = inOneObject(await recorded());
    for (let end = 0; end < text.length - 2; end += 37)
      expect(parseCassette(text.slice(0, end)).kind).toBe("invalid");
  });

  it.each([
    [/"turn": ?2/, '"turn":3', "must have the turn 2 or 1, and has 3."],
    [/"role": ?"user"/, '"role":"boss"', "request.items[0]"],
    [/"error": ?\{[^}]*\}/, '"a":1', "Unknown key `a`"],
    [/,\s*"error": ?\{[^}]*\}/, "", "must have either an answer or an error"],
    [/"inputTokens": ?10/, '"inputTokens":-1', "answer.inputTokens"],
  ])("is refused with the place at which %s was changed", async (from, to, problem) => {
    const lines = await recorded();
    const at = lines.split("\n").findIndex((line) => from.test(line));
    for (const [text, place] of [
      [lines, `line ${at + 1}: `],
      [inOneObject(lines), `entries[${at - 1}]`],
    ] as const) {
      const changed = text.replace(from, to);
      expect(changed).not.toBe(text);
      const parsed = parseCassette(changed);
      expect(parsed).toMatchObject({ message: expect.stringContaining(place) });
      expect(parsed).toMatchObject({ message: expect.stringContaining(problem) });
    }
  });

  it("is a message of one line or a cassette, whatever is changed in it", async () => {
    for (const text of [await recorded(), inOneObject(await recorded())])
      fc.assert(
        fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1 }), (at, piece) => {
          const parsed = parseCassette(text.slice(0, at) + piece + text.slice(at + piece.length));
          if (parsed.kind === "invalid") expect(parsed.message).not.toMatch(/\n/);
        }),
        { numRuns: 300, seed: 7 },
      );
  });

  it("may be edited by hand: with line ends of Windows, and without the last line end", async () => {
    const text = await recorded();
    for (const edited of [text.replaceAll("\n", "\r\n"), text.trimEnd()])
      expect(await askAll(loaded(edited).port(step), requests)).toEqual(answers);
  });

  it("is the one of the example, which an earlier version has recorded", () => {
    const text = readFileSync(join(PROMPT_EXAMPLE, "cassette.json"), "utf8");
    expect(loaded(text).unused()).toHaveLength(JSON.parse(text).entries.length);
  });
});
