import { describe, expect, test } from "vitest";
import { codeBlock, markdownText } from "../../src/report/markdown-text.ts";

describe("markdownText", () => {
  test.each([
    ["a bar adds no cell", "a|b", "a\\|b"],
    ["a bar behind a backslash adds no cell", "a\\|b", "a\\\\\\|b"],
    ["HTML is text", "<img src=x>&lt;", "&lt;img src=x&gt;&amp;lt;"],
    ["backticks open no code", "a `b`", "a \\`b\\`"],
    ["a mention calls nobody", "@team/x", "@&#8203;team/x"],
    ["a number of an issue or a merge request is no link", "a#12 !3", "a\\#&#8203;12 \\!&#8203;3"],
    [
      "other references are no links",
      "GH-1 %2 $3 &4 ~5",
      "GH-&#8203;1 %&#8203;2 $&#8203;3 &amp;&#8203;4 \\~&#8203;5",
    ],
    ["a milestone is no link", '%v1 %"v 2"', '%&#8203;v1 %&#8203;"v 2"'],
    ["a name of a host is no link", "at www.evil.test", "at www&#8203;.evil.test"],
    ["a word between colons is no emoji", ":smile: :+1:", ":&#8203;smile: :&#8203;+1:"],
    ["a place is no emoji, but for one", "a:3:7 b:100:7", "a:3:7 b:&#8203;100:7"],
    ["the name of a pattern stays whole", "f($A)", "f\\($A\\)"],
    ["two dollars make no formula", "$A^B$", "<span>$</span>A^B<span>$</span>"],
    ["line ends are blanks", "a\r\n\n  b\nc\u2028d", "a b c d"],
    ["a link or an image is text", "![a](http://b)", "\\!\\[a\\]\\(http:/&#8203;/b\\)"],
    ["emphasis is text", "*a* _b_ ~c~", "\\*a\\* \\_b\\_ \\~c\\~"],
    ["text that runs backwards is shown", "a\u202eb", "a\\\\u202eb"],
    ["control characters are shown", "a\x1b[31mb", "a\\\\x1b\\[31mb"],
  ])("%s", (_behaviour, text, markdown) => {
    expect(markdownText(text)).toBe(markdown);
  });
});

describe("codeBlock", () => {
  test("the fence is longer than any inside", () => {
    expect(codeBlock("a\n````\n<b>\n")).toBe("`````text\na\n````\n<b>\n`````");
  });

  test("the fence has three backticks at least", () => {
    expect(codeBlock("a `b`")).toBe("```text\na `b`\n```");
  });
});
