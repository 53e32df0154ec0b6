import { expect, it } from "vitest";
import { indexedLineCounterOf, lineCounterOf } from "../../../src/edit/text/count-lines.ts";

it.each(["", "\n", "a", "a\n", "a\nb\r\n\n\nc", "\n\na"])("counts the line ends in %j", (text) => {
  const indexed = indexedLineCounterOf(text);
  const plain = lineCounterOf(text);
  for (let until = 0; until <= text.length + 1; until += 1) {
    const expected = text.slice(0, until).split("\n").length - 1;
    expect([until, indexed(until), plain(until)]).toEqual([until, expected, expected]);
  }
});
