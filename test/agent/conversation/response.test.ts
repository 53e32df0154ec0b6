import { describe, expect, it } from "vitest";
import { parseResponse, responseRequest } from "../../../src/agent/conversation/response.ts";
import { SCHEMA } from "../../support/shaped-answer.ts";
import { converse } from "./builders.ts";

describe("an answer of a shape", () => {
  it.each<[string, string, unknown]>([
    ["JSON", '{"files":["a.ts"]}', { files: ["a.ts"] }],
    ["white space around it", '\n {"files":[]}\n', { files: [] }],
    ["a fence", '```\n{"files":[]}\n```', { files: [] }],
    [
      "a fence with a language and Windows line ends",
      '```json\r\n{"files":[]}\r\n```\r\n',
      { files: [] },
    ],
    ["backticks in a value", '```json\n{"files":["```"]}\n```', { files: ["```"] }],
  ])("is taken from %s", (_what, text, value) => {
    expect(parseResponse(SCHEMA, text)).toEqual({ kind: "fits", value });
  });

  it.each([
    ["prose", "The files are a.ts.", "It is no JSON."],
    ["nothing", "", "It is no JSON."],
    ["prose around a fence", 'Here:\n```json\n{"files":[]}\n```', "It is no JSON."],
    ["another type", '{"files":[1]}', "`files[0]` must be string."],
    ["too little", "{}", "The value must have required properties files."],
    ["a number without a form", '{"files":[],"n":[1e999]}', "It has a number that is too large."],
    ["too deep", "[".repeat(100_000) + "]".repeat(100_000), "It is nested deeper than 64 levels."],
  ])("is not %s", (_what, text, problem) => {
    expect(parseResponse(SCHEMA, text)).toEqual({ kind: "misfit", problem });
  });

  it("takes `null` for JSON", () => {
    expect(parseResponse({ type: "null" }, "null")).toEqual({ kind: "fits", value: null });
  });

  it("is asked for with the schema in one form", () => {
    const asked = responseRequest({ type: "object", properties: {} });
    expect(asked).toEqual(responseRequest({ properties: {}, type: "object" }));
    expect(asked).toMatchObject({ role: "system", tag: "response" });
    expect(asked.text).toMatch(/\n\{"properties":\{\},"type":"object"\}$/);
  });

  it("is the output of the conversation", async () => {
    const { result } = await converse([{ text: '{"files":["a.ts"]}' }], {
      response: { schema: SCHEMA },
    });
    expect(result).toMatchObject({ outcome: "done", output: { files: ["a.ts"] } });
  });

  it("is asked for again 3 times where it does not fit, with each place", async () => {
    const wrong = { text: '{"files":[1,"a",2]}' };
    const right = { text: '{"files":[]}' };
    const response = { schema: SCHEMA };
    const fine = await converse([wrong, wrong, wrong, right], { response });
    expect(fine.result).toMatchObject({ outcome: "done", output: { files: [] } });
    expect(fine.items[2]).toEqual({
      role: "system",
      tag: "response",
      text: "Your answer does not fit the JSON schema: `files[0]` must be string. `files[2]` must be string. Answer with JSON that fits it, and nothing else.",
    });
    const { result } = await converse([wrong, wrong, wrong, wrong, right], { response });
    expect([result.outcome, result.turns.length, result.output]).toEqual(["failed", 4, undefined]);
    expect(result.message).toContain("4 times. The last time: `files[0]` must be string.");
  });

  it.each([
    { type: "object", $ref: "#" },
    { type: "object", $ref: "#/nowhere" },
    { $defs: { x: { $ref: "#/$defs/x" } }, $ref: "#/$defs/x" },
  ])("throws nothing for the schema %j, which refers to itself or to nothing", (schema) => {
    expect(parseResponse(schema, "{}").kind).not.toBe("fits");
  });

  it("fails where the schema cannot be used, and throws nothing", async () => {
    const schema = { type: "string", pattern: "(" };
    const { result } = await converse([{ text: '"a"' }], { response: { schema } });
    expect(result.outcome).toBe("failed");
    expect(result.message).toMatch(/^The schema of `response` cannot be used: /);
  });
});
