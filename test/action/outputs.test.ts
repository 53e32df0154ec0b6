import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { outputsText, outputText } from "../../src/action/outputs.ts";
import { NO_PRODUCTS } from "../../src/action/products.ts";
import { outcomeWith } from "./builders.ts";

describe("outputsText", () => {
  test("every output stands between two delimiters", () => {
    const { totals } = outcomeWith();
    const outcome = outcomeWith({
      outcome: "held",
      exitCode: 4,
      totals: {
        ...totals,
        applied: 1,
        warned: 7,
        discarded: 2,
        held: 3,
        failed: 4,
        replacements: 5,
        filesChanged: 6,
      },
      products: { patch: "/t/p", plan: "", report: "/t/r", changedFiles: ["a b.ts", 'c"\n.ts'] },
    });
    const values = [
      "outcome",
      "held",
      "exit-code",
      4,
      "applied",
      1,
      "warned",
      7,
      "discarded",
      2,
      "held",
      3,
      "failed",
      4,
      "replacements",
      5,
      "files-changed",
      6,
      "changed-files",
      '["a b.ts","c\\"\\n.ts"]',
      "patch",
      "/t/p",
      "plan",
      "",
      "report",
      "/t/r",
    ];
    let expected = "";
    for (let index = 0; index < values.length; index += 2)
      expected += `${values[index]}<<END\n${values[index + 1]}\nEND\n`;
    expect(outputsText(outcome, "END")).toBe(expected);
  });
});

describe("the output changed-files", () => {
  test("a list that is too long for a variable is empty, and not cut", () => {
    const listOf = (length: number) => {
      const changedFiles = Array.from({ length }, (_, index) => `src/${index + 10_000}.ts`);
      const products = { ...NO_PRODUCTS, changedFiles };
      return outputsText(outcomeWith({ products }), "END").split("changed-files<<END\n")[1];
    };
    expect(listOf(9000)).toMatch(/^\n/);
    const list = /^(.+)\n/.exec(listOf(8000) ?? "")?.[1] ?? "";
    expect(JSON.parse(list)).toHaveLength(8000);
    expect(spawnSync("true", { env: { LIST: list } }).status).toBe(0);
  });
});

describe("outputText", () => {
  test("a value of several lines stays one value", () => {
    expect(outputText("a", "b\nc=d", "END")).toBe("a<<END\nb\nc=d\nEND\n");
  });

  test("a value that holds the delimiter is refused", () => {
    expect(() => outputText("a", "b\nEND\noutcome=ok", "END")).toThrow("holds the delimiter");
  });
});
