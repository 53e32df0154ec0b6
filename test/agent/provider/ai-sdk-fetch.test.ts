import { describe, expect, it } from "vitest";
import { withCallIds } from "../../../src/agent/provider/ai-sdk-fetch.ts";

const changed = (value: unknown) => {
  const body = JSON.stringify(value);
  return withCallIds(body, JSON.parse(body));
};

const forms = (id?: unknown): readonly (readonly [string, unknown])[] => [
  ["chat completions", { choices: [{ message: { tool_calls: [{ id, n: 1 }] } }] }],
  ["messages", { content: [{ type: "tool_use", id, n: 1 }] }],
  ["responses", { output: [{ type: "function_call", id: "item", call_id: id, n: 1 }] }],
  ["Gemini", { candidates: [{ content: { parts: [{ functionCall: { id, n: 1 } }] } }] }],
];

describe("withCallIds", () => {
  it.each(forms())("T27 gives a call of %s without an id an empty one", (_, value) => {
    expect(changed(value)).toContain('id":""');
  });

  it.each([...forms(7), ...forms(null), ...forms({})])(
    "T27 gives a call of %s whose id is no text an empty one",
    (_, value) => {
      expect(changed(value)).toContain('id":""');
    },
  );

  it.each(forms("own"))("T27 leaves the bytes of %s with ids as they are", (_, value) => {
    const body = ` ${JSON.stringify(value)} `;
    expect(withCallIds(body, JSON.parse(body))).toBe(body);
  });

  it.each([
    null,
    [],
    7,
    "x",
    { choices: 7 },
    { choices: [null, { message: [] }] },
    { content: {} },
  ])("leaves %j, which has no calls, as it is", (value) => {
    expect(changed(value)).toBe(JSON.stringify(value));
  });
});
