import { describe, expect, it } from "vitest";
import { type PromptSegment, parseFileRefs } from "../../src/files/refs/parse-file-refs.ts";

const refsOf = (segments: readonly PromptSegment[]) =>
  segments.flatMap((segment) => (segment.kind === "ref" ? [segment] : []));

const TICKS = "```";

describe("any text", () => {
  // Of time that grows with the square of the length each of these would take ten seconds.
  it.each<[what: string, text: string]>([
    ["at signs", "@".repeat(100_000)],
    ["at signs behind commas", ",@".repeat(50_000)],
    ["backticks", "`".repeat(100_000)],
    ["backticks in runs of every length", runs(450)],
    ["backticks that nothing closes", `${"` `` ".repeat(20_000)}\`\`\``],
    ["backslashes", "\\".repeat(100_000)],
    ["backslashes and at signs", "@\\ ".repeat(30_000)],
    ["quotes that nothing closes", '@"a\n'.repeat(25_000)],
    ["quotes in one line", '@"a" '.repeat(20_000)],
    ["a quote that nothing closes", `@"${"a".repeat(100_000)}`],
    ["fences", `${TICKS}\n`.repeat(25_000)],
    ["blank lines", "a\n\n".repeat(30_000)],
    ["one word", `@${"a.b/".repeat(25_000)}`],
    ["punctuation", `@a${".".repeat(100_000)}`],
    ["references", "@a/b.md ".repeat(12_500)],
    ["words", "@abc ".repeat(20_000)],
    ["marks", "*_~".repeat(33_300)],
    ["marks and at signs", "_@".repeat(50_000)],
    ["marks behind one name", `**_~@a.md${"*_~".repeat(33_300)}`],
    ["marks behind names", "_@a_ ".repeat(20_000)],
    ["dashes", "@a\u2014".repeat(33_300)],
    ["dashes and at signs", "\u2014@".repeat(50_000)],
    ["dashes in one name", `@a${"\u2014".repeat(100_000)}`],
    ["colons", ":@".repeat(50_000)],
    ["addresses", "://:@".repeat(20_000)],
    ["ends of links", "@a](".repeat(25_000)],
    ["spaces", `${" ".repeat(50_000)}x${" ".repeat(50_000)}`],
  ])("F16 takes a hundred thousand %s in linear time", { timeout: 5000 }, (_what, text) => {
    for (const exists of [false, true]) {
      const segments = parseFileRefs(text, [], () => ({ exists }));
      expect(segments.at(-1)?.end).toBe(text.length);
    }
  });

  it("F18 takes a hundred thousand values in linear time", { timeout: 20_000 }, () => {
    const text = "@a.md x ".repeat(100_000);
    const values = Array.from({ length: 100_000 }, (_, index) => ({
      start: index * 8 + 6,
      end: index * 8 + 7,
    }));
    expect(refsOf(parseFileRefs(text, values))).toHaveLength(100_000);
  });
});

/** `` ` `` ``` … ``: a quarter of a million characters of which nothing is closed. */
function runs(count: number): string {
  return Array.from({ length: count }, (_, index) => "`".repeat(index + 1)).join(" ");
}
