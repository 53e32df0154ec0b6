import { describe, expect, test } from "vitest";
import { scanByBoth } from "../language/scan-by-both.ts";

const rule = "rule: { pattern: f($A) }\nfix: g($A)\n";

describe("a comment protects a match from being edited if it does so in ast-grep scan", () => {
  test.each<[comment: string, isEdited: boolean]>([
    ["// ast-grep-ignore", false],
    ["//// -- 1. «*@ast-grep-ignore", false],
    ["// ² ½ ١ 😀 ast-grep-ignore", false],
    ["// ast-grep-ignored, because it is", false],
    ["/*\n * ast-grep-ignore */", false],
    ["// ast-grep-ignore: a, it because", false],
    ["// see: ast-grep-ignore", true],
    ["// x ast-grep-ignore ast-grep-ignore", true],
    ["// é ast-grep-ignore", true],
    ["// ª ast-grep-ignore", true],
    ["// Ⅷ ast-grep-ignore", true],
    ["// 一 ast-grep-ignore", true],
    ["/* x\n ast-grep-ignore */", true],
    ["// ast-grep-ignore ast-grep-ignore: other", true],
    ["// ast-grep-ignore: it\n// see ast-grep-ignore: other", true],
  ])("%j", (comment, isEdited) => {
    const before = comment.startsWith("/*") ? `${comment} ` : `${comment}\n`;
    const { ours, cli } = scanByBoth(rule, `\n${before}f(1)\nf(2)\n`);
    expect(ours).toBe(cli);
    expect(ours.includes("g(1)")).toBe(isEdited);
  });

  test("also a comment for the whole file, or for the line that it ends", () => {
    for (const text of [
      "// see ast-grep-ignore\n\nf(1)\n",
      "f(1) // see ast-grep-ignore\nf(2)\n",
    ]) {
      const { ours, cli } = scanByBoth(rule, text);
      expect(ours).toBe(cli);
      expect(ours).toBe(text.replaceAll("f(", "g("));
    }
  });
});
