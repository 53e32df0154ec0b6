import { describe, expect, test } from "vitest";
import { splitArguments } from "../../src/action/split-arguments.ts";

describe("splitArguments", () => {
  test.each<[behaviour: string, text: string, words: string[]]>([
    ["an empty text has no words", "", []],
    ["blanks, tabs and line ends separate", " a\tb\r\nc\n\n d ", ["a", "b", "c", "d"]],
    ["single quotes are literal", `'a b' '\\n' '"'`, ["a b", "\\n", '"']],
    ["double quotes keep blanks", '"a  b"', ["a  b"]],
    ["double quotes know four escapes", '"\\" \\\\ \\$ \\`"', ['" \\ $ `']],
    ["another backslash in double quotes is itself", '"C:\\new"', ["C:\\new"]],
    ["a backslash quotes the next character", "a\\ b \\'c\\\"", ["a b", "'c\""]],
    [
      "a backslash before a line end joins lines",
      'a \\\n b c\\\r\nd "e\\\nf"',
      ["a", "b", "cd", "ef"],
    ],
    ["pieces without a blank between are one word", `--input=x='a b'"c"d`, ["--input=x=a bcd"]],
    ["empty quotes are an empty word", `'' "" a`, ["", "", "a"]],
    [
      "nothing is expanded",
      "$HOME $(id) `id` * ~ # a;b|c >d",
      "$HOME $(id) `id` * ~ # a;b|c >d".split(" "),
    ],
    ["text beyond ASCII stays whole", "é '日 本' 🙂", ["é", "日 本", "🙂"]],
  ])("%s", (_behaviour, text, words) => {
    expect(splitArguments(text)).toEqual({ kind: "words", words });
  });

  test.each([
    ["a single quote that is left open", "a 'b"],
    ["a double quote that is left open", 'a "b'],
    ["a double quote whose end is escaped", '"a\\"'],
    ["a backslash at the end", "a \\"],
  ])("%s is a problem", (_what, text) => {
    expect(splitArguments(text)).toMatchObject({ kind: "problem" });
  });
});
