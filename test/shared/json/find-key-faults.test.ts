import { describe, expect, it } from "vitest";
import { findKeyFaults } from "../../../src/shared/json/find-key-faults.ts";
import { structureFault } from "../../../src/shared/yaml/structure-fault.ts";

const twice = (key: string, line: number, column: number) => ({
  fault: `the key \`${key}\` is in one object twice.`,
  line,
  column,
});

describe("the keys of a JSON text", () => {
  it.each([
    "{}",
    '""',
    '"a"',
    "[1, true, null]",
    '{"a": 1, "b": 2}',
    '{"a": {"a": {"a": []}}, "b": [{"a": 1}, {"a": 1}]}',
    '{"a": "a", "b": "a"}',
    '{"a": "\\"a\\": 1, {\\"a\\": ", "b": "}{"}',
    '{"a\\\\": 1, "a": 2, "a\\"": 3}',
    '{"a": "\\\\", "b": "\\\\\\\\"}',
    '{"a": 1, "A": 2, "a ": 3, "": 4}',
    '{"__proto__": 1, "constructor": 2, "hasOwnProperty": 3}',
    '{"\\u00e9": 1, "e\\u0301": 2}',
  ])("of %s are all different", (text) => {
    JSON.parse(text);
    expect(findKeyFaults(text, 5)).toEqual([]);
  });

  it.each<[text: string, ...found: [key: string, line: number, column: number][]]>([
    ['{"a": 1, "a": 1}', ["a", 1, 10]],
    ['{"a":1,"a":1,"a":1}', ["a", 1, 8], ["a", 1, 14]],
    ['{\n  "a": {"b": "}"},\n  "c": [{"d": 1}],\n  "a": 2\n}', ["a", 4, 3]],
    ['[[{"x": [{"y": 1,\r\n"y" \t\n: 2}]}]]', ["y", 2, 1]],
    ['{"a": {"b": 1}, "c": {"b": 1, "b": 2}}', ["b", 1, 31]],
    ['{"a": 1, "\\u0061": 2}', ["a", 1, 10]],
    ['{"\\u005c": 1, "\\\\": 2}', ["\\", 1, 15]],
    ['{"\\ud83d\\ude00": 1, "😀": 2}', ["😀", 1, 21]],
    ['{"": 1, "": 2}', ["", 1, 9]],
    ['{"__proto__": 1, "__proto__": 2}', ["__proto__", 1, 18]],
  ])("of %s are found if they are in one object twice", (text, ...found) => {
    JSON.parse(text);
    expect(findKeyFaults(text, 5)).toEqual(found.map((each) => twice(...each)));
  });

  it("are found around a value that is hidden, and nested deeper than any that is read", () => {
    const text = `{"a": ${'{"b":'.repeat(500)}1${"}".repeat(500)}, "a": 1}`;
    expect(JSON.parse(text)).toEqual({ a: 1 });
    expect(findKeyFaults(text, 5)).toEqual([twice("a", 1, 3010)]);
  });

  it("are found at every depth that is read", () => {
    for (let depth = 0; depth < 120; depth += 1) {
      const text = `${'{"a":'.repeat(depth)}{"b":1,"b":2}${"}".repeat(depth)}`;
      const isRead = structureFault(JSON.parse(text)) === undefined;
      expect([depth, findKeyFaults(text, 5).length]).toEqual([depth, isRead ? 1 : 0]);
    }
  });

  it("are found up to a limit", () => {
    expect(findKeyFaults(`{${'"a":1,'.repeat(100)}"a":1}`, 3)).toHaveLength(3);
  });

  it("take linear time, however many backslashes, brackets or spaces there are", () => {
    const size = 1_000_000;
    for (const text of [
      `["${"\\\\".repeat(size)}", "${'\\"'.repeat(size)}"]`,
      `${"[".repeat(size)}${"]".repeat(size)}`,
      `${'{"a":'.repeat(size)}1${"}".repeat(size)}`,
      `["a"${" ".repeat(size)},"b"${"\n".repeat(size)}]`,
    ])
      expect(findKeyFaults(text, 5)).toEqual([]);
  });
});
