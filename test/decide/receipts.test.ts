import { describe, expect, it } from "vitest";
import {
  type Receipt,
  readReceipts,
  receiptLine,
  receiptSentence,
} from "../../src/decide/receipts.ts";
import { seededRandom } from "../support/seeded-random.ts";

const RECEIPT: Receipt = {
  verdict: "apply",
  state: "applied",
  actions: ["5f0c12ab34cd56ef"],
  plan: "ab".repeat(32),
  head: "c".repeat(40),
  by: "octocat",
  at: Date.UTC(2026, 2, 1),
  source: "IC_1",
  reason: "Generated.",
  rule: "generated",
  commit: "d".repeat(40),
};

describe("receiptLine", () => {
  it("writes what can be read again, in one form", () => {
    const line = receiptLine(RECEIPT);
    expect(line).toMatch(/^<!-- sluice receipt \{"actions":\["5f0c/);
    expect(readReceipts(`a\r\n${line}\r\nb`)).toEqual({ receipts: [RECEIPT], ignored: [] });
  });

  it("lets no text end the line, call anybody or hide", () => {
    const { below, pick } = seededRandom(3);
    const pieces = [
      "-",
      "--",
      ">",
      "-->",
      "<!--",
      "\n",
      "\r",
      "@a",
      "#1",
      "!2",
      "&",
      "\u202e",
      "é",
      "\\",
      '"',
      "\ud800",
    ];
    for (let round = 0; round < 500; round += 1) {
      const evil = Array.from({ length: 1 + below(8) }, () => pick(pieces)).join("");
      const receipt = { ...RECEIPT, by: evil, source: evil, reason: evil, rule: evil };
      const line = receiptLine(receipt);
      expect(line.slice(4, -3)).not.toMatch(/--|[<>@#!&]|[^ -~]/);
      expect(readReceipts(line)).toEqual({ receipts: [receipt], ignored: [] });
    }
  });

  it("writes no receipt that it would not read", () => {
    expect(() => receiptLine({ ...RECEIPT, head: "main" })).toThrow();
  });
});

describe("readReceipts", () => {
  const line = receiptLine(RECEIPT);
  it.each([
    ["of another version", line.replace('"v":1', '"v":2'), "is of another version of Sluice"],
    ["with another key", line.replace('"v":1', '"v":1,"w":1'), "has not the shape of one"],
    ["with a key twice", line.replace('"v":1', '"v":1,"v":1'), "is not as Sluice writes it"],
    ["of another state", line.replace('"applied"', '"done"'), "has not the shape of one"],
    ["that is no JSON", "<!-- sluice receipt x -->", "is no JSON"],
    ["that is null", "<!-- sluice receipt null -->", "is of another version"],
    ["that has no end", line.slice(0, -4), "is no receipt"],
    ["of a great size", `<!-- sluice receipt "${"x".repeat(70_000)}" -->`, "is no receipt"],
  ])("ignores and tells one %s", (_what, text, message) => {
    const { receipts, ignored } = readReceipts(`\n${text}\n${line}`);
    expect(receipts).toEqual([RECEIPT]);
    expect(ignored).toEqual([expect.stringContaining(`The receipt in line 2 ${message}`)]);
  });

  it("looks only at lines that begin with one", () => {
    expect(readReceipts(` ${line}\n> ${line}`)).toEqual({ receipts: [], ignored: [] });
  });
});

it("says to people what became of which action, by whom and why", () => {
  expect(receiptSentence(RECEIPT)).toBe(
    "Action `5f0c12ab34cd` (rule generated): **applied**. **octocat** wants to apply it, 2026-03-01 00:00 UTC: Generated. (commit dddddddddd)",
  );
  const evil = { ...RECEIPT, reason: "@octocat fixes #1 -->", rule: "<b>" };
  expect(receiptSentence(evil)).not.toMatch(/@o|#1|-->|<b>/);
});
