import { describe, expect, it } from "vitest";
import { MAX_FILE_BYTES } from "../../src/files/decode-text.ts";
import { type ExcerptRequest, readExcerpt } from "../../src/files/read-excerpt.ts";

/** Reads from bytes, and counts them. */
function reader(content: string | Uint8Array, total?: number) {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const cost = { bytes: 0 };
  const readPart = (start: number, length: number) => {
    const end = Math.min(start + length, total ?? bytes.length);
    const part = Buffer.alloc(Math.max(0, end - start), "x");
    bytes.subarray(start, end).forEach((byte, index) => {
      part[index] = byte;
    });
    cost.bytes += part.length;
    return { kind: "bytes" as const, bytes: part, total: total ?? bytes.length };
  };
  return { readPart, cost };
}

const read = (content: string | Uint8Array, request: ExcerptRequest = {}) =>
  readExcerpt(reader(content).readPart, request);

describe("readExcerpt", () => {
  it.each<[what: string, content: string, request: ExcerptRequest, expected: object]>([
    ["all of a file", "a\nb\n", {}, { text: "a\nb\n", total: 4 }],
    ["nothing of an empty file", "", {}, { text: "", total: 0 }],
    ["from a line on", "a\nb\nc", { offset: 2 }, { text: "b\nc" }],
    ["some lines", "a\nb\nc\n", { offset: 2, limit: 1 }, { text: "b\n" }],
    ["CRLF as it is", "a\r\nb\r\n", { offset: 2 }, { text: "b\r\n" }],
    ["a last line without an end", "a\nb", { offset: 2, limit: 5 }, { text: "b" }],
    ["F3 as much as the cap", "x".repeat(16_384), {}, { text: "x".repeat(16_384) }],
    [
      "F2 no more than the cap",
      "abcdef",
      { cap: 4 },
      { text: "abcd", nextLine: 2, overlongLine: 1, total: 6 },
    ],
    ["F2 and where to go on", "a\nb\nccc\n", { cap: 5 }, { text: "a\nb\nc", nextLine: 3 }],
    ["F2 a line that fills the cap", "aaa\nb", { cap: 4 }, { text: "aaa\n", nextLine: 2 }],
    [
      "F2 a later line that is longer",
      "a\nbbbbb\nc",
      { offset: 2, cap: 4 },
      { text: "bbbb", nextLine: 3, overlongLine: 2 },
    ],
    ["F4 no half of é", "abcé", { cap: 4 }, { text: "abc", nextLine: 2, overlongLine: 1 }],
    ["F4 no half of 𝄞", "a𝄞𝄞", { cap: 8 }, { text: "a𝄞", nextLine: 2, overlongLine: 1 }],
    ["F4 a character that just fits", "abé", { cap: 4 }, { text: "abé" }],
    ["lines that were asked for and fit", "a\nbbb\n", { limit: 1, cap: 3 }, { text: "a\n" }],
    ["past the end", "a\nb\n", { offset: 3 }, { kind: "past-end", lines: 2 }],
    ["past the end of a last line", "a\nb", { offset: 9 }, { kind: "past-end", lines: 2 }],
    ["past the end of an empty file", "", { offset: 2 }, { kind: "past-end", lines: 0 }],
    ["a NUL byte", "a\0b", {}, { kind: "unusable", why: "binary" }],
    ["a NUL byte on the way", "a\0\nb", { offset: 2 }, { kind: "unusable", why: "binary" }],
  ])("reads %s", (_what, content, request, expected) => {
    const found = read(content, request);
    expect(found).toMatchObject(expected);
    for (const key of ["nextLine", "overlongLine"])
      if (!(key in expected)) expect(found).not.toHaveProperty(key);
  });

  it("F8 refuses bytes that are no UTF-8, and never for the cut", () => {
    expect(read(Uint8Array.of(0x61, 0xff))).toEqual({ kind: "unusable", why: "not-utf8" });
    expect(read(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toMatchObject({ why: "not-utf8" });
    expect(read(Uint8Array.of(0x61, 0xc3, 0x61, 0x61), { cap: 2 })).toMatchObject({
      why: "not-utf8",
    });
    for (const cap of [1, 2, 3, 4, 5, 6, 7]) expect(read("é𝄞é", { cap })).toHaveProperty("text");
  });

  it("F8 costs the cap, whatever the size of the file", () => {
    const { readPart, cost } = reader("a\n", 10 * 1024 ** 3);
    expect(readExcerpt(readPart)).toMatchObject({ total: 10 * 1024 ** 3 });
    expect(cost.bytes).toBeLessThan(20_000);
  });

  it("F8 looks for a line no further than 10 MiB", () => {
    const { readPart, cost } = reader("a\n", 10 * 1024 ** 3);
    expect(readExcerpt(readPart, { offset: 3 })).toEqual({
      kind: "too-far",
      searched: MAX_FILE_BYTES,
    });
    expect(cost.bytes).toBe(MAX_FILE_BYTES);
  });

  it("finds lines behind the first piece that it reads", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index + 1}\n`).join("");
    expect(read(lines, { offset: 19_999 })).toMatchObject({ text: "line 19999\nline 20000\n" });
    expect(read(lines, { offset: 20_001 })).toEqual({ kind: "past-end", lines: 20_000 });
    const blocks = `${"x".repeat(65_535)}\n`.repeat(2);
    expect(read(blocks, { offset: 3 })).toEqual({ kind: "past-end", lines: 2 });
    expect(read(`${blocks}y`, { offset: 3 })).toMatchObject({ text: "y" });
  });
});
