import { describe, expect, it } from "vitest";
import { jsonText } from "../../../src/shared/json/json-text.ts";

describe("jsonText", () => {
  it.each([
    ["DEL and C1", "a\x7f\x80\x9bm\x9f", "a\\u007f\\u0080\\u009bm\\u009f"],
    ["turned text", "\u061c\u200e\u202e\u2066", "\\u061c\\u200e\\u202e\\u2066"],
    ["ends of lines", "\u2028\u2029", "\\u2028\\u2029"],
    ["what is not seen", "\u200b\u2060\ufeff\xad", "\\u200b\\u2060\\ufeff\\u00ad"],
    ["tags", "\u{e0041}", "\\udb40\\udc41"],
  ])("escapes %s, with the same value", (_what, value, escaped) => {
    const text = jsonText({ [value]: [value] });
    expect(text).toBe(`{"${escaped}":["${escaped}"]}`);
    expect(JSON.parse(text)).toEqual({ [value]: [value] });
  });

  it("leaves all else as JSON.stringify has it", () => {
    const value = { a: 'é 漢 😀 \u00a0 \n\x1b "x" \\u202e', b: [1, null], c: {} };
    expect(jsonText(value, 2)).toBe(JSON.stringify(value, null, 2));
    expect(jsonText(value)).toBe(JSON.stringify(value));
  });
});
