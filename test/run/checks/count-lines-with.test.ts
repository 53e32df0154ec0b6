import { expect, it } from "vitest";
import { LinesWith } from "../../../src/run/checks/count-lines-with.ts";

const BYTE_BY_BYTE = 1;

it.each<[output: string, text: string, lines: number]>([
  ["", "error", 0],
  ["error\n", "error", 1],
  ["a: error TS1: x\nb: error TS2: y\n", "error TS", 2],
  ["error error\nfine\n", "error", 1],
  ["fine\nerror", "error", 1],
  ["err\nor\n", "error", 0],
  ["Error\n", "error", 0],
  ["error\r\nerror\r\n", "error", 2],
  ["x\nü\nü", "ü", 2],
  ["eerror\n", "error", 1],
  ["x\nx\n\nx", "x", 3],
])("of %j the lines with %j are %i, in whatever pieces they come", (output, text, lines) => {
  for (const size of [BYTE_BY_BYTE, 3, 1000]) {
    const counter = new LinesWith(text);
    const bytes = Buffer.from(output);
    for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
    expect(counter.count).toBe(lines);
  }
});
