import { describe, expect, it } from "vitest";
import { parseResponse } from "../../../src/agent/conversation/response.ts";
import { SCHEMA } from "../../support/shaped-answer.ts";
import { converse } from "./builders.ts";

describe("an answer of a shape", () => {
  it("tells a model of 10,000 wrong places in a bounded message", () => {
    const text = JSON.stringify({ files: Array.from({ length: 10_000 }, () => 1) });
    const response = parseResponse(SCHEMA, text);
    expect(JSON.stringify(response).length).toBeLessThan(2200);
  });

  it("ends within seconds where a pattern of the schema tries everything", async () => {
    const properties = { a: { type: "string", pattern: "^(a+)+$" } };
    const response = { schema: { type: "object", properties } };
    const text = JSON.stringify({ a: `${"a".repeat(45)}!` });
    const { result } = await converse([{ text }], { response });
    expect(result.outcome).toBe("failed");
    expect(result.message).toContain(
      "The schema of `response` cannot be used: It is too slow: an answer takes longer than 1000 ms to check. Look at its patterns.",
    );
  });
});
