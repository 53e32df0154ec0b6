import { describe, expect, it } from "vitest";
import { reasonLines } from "../../../src/tools/command/reason-lines.ts";

describe("the lines that tell why a program failed", () => {
  it.each([
    ["the last of all", "a\nb\n\nc\nd\n", "", "b; c; d"],
    ["standard error, without reasons", "a\nb\nc\n", "why\n", "why"],
    [
      "reasons before other lines",
      "fine\n[error] x.html: bad\n",
      "npm warn odd\n",
      "[error] x.html: bad",
    ],
    [
      "reasons of standard error first",
      "0 errors\n",
      "1\nError: none\n{ code: 1 }\n",
      "Error: none",
    ],
    ["escape sequences", "\u001b[31mred\u001b[0m\n", "", "red"],
    ["none", "\n", "", ""],
  ])("are %s", (_what, tail, errors, expected) => {
    expect(reasonLines({ tail, errors })).toBe(expected);
  });
});
