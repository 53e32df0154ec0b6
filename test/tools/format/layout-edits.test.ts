import { describe, expect, it } from "vitest";
import { splice } from "../../../src/edit/text/splice.ts";
import { findLayoutEdits } from "../../../src/tools/format/layout-edits.ts";
import { editsOfStep } from "../../../src/tools/format/only-changed.ts";
import { withLayout } from "../../../src/tools/format/with-layout.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { tinyFormat } from "../../support/tiny-formatter.ts";

/** Formats a text only where a step changed it. */
function formatted(before: string, after: string, format = tinyFormat): string {
  return splice(after, editsOfStep({ before, after, formatted: format(after) }).kept);
}

describe("edits of a formatter", () => {
  it("are as small as tokens allow, and together make exactly its text", () => {
    const { pick } = seededRandom(7);
    const pieces = ["foo(", ")", " ", "\n", "\r\n", "  ", "a", "'b'", ",", "{", "}", "é😀", ";"];
    const textOf = () => Array.from({ length: 60 }, () => pick(pieces)).join("");
    for (let round = 0; round < 40; round += 1) {
      const [text, other] = [textOf(), textOf()];
      for (const made of [other, tinyFormat(text)]) {
        const edits = findLayoutEdits(text, made);
        expect(splice(text, edits)).toBe(made);
      }
    }
  });

  it("count where the step changed lines, and leave all other lines as they are", () => {
    const before = "a   =  1\nb   =  2\nc   =  3\n";
    expect(formatted(before, before.replace("2", "20"))).toBe("a   =  1\nb = 20\nc   =  3\n");
  });

  it("are whole where lines are parted, joined or gone", () => {
    const head = "x   =  1\n\n";
    const call = "foo(first, second, third, fourth, fifth);\n";
    expect(formatted(`${head}foo(first);\ny  = 2\n`, `${head}${call}y  = 2\n`)).toBe(
      `${head}foo(\n  first,\n  second,\n  third,\n  fourth,\n  fifth,\n);\ny  = 2\n`,
    );
    const parted = "f(\n  a,\n  b,\n  c,\n)\n";
    const join = (text: string) =>
      text.replace("(\n  ", "(").replaceAll(",\n  ", ", ").replace(",\n)", ")");
    expect(formatted(parted, parted.replace("b", "d"), join)).toBe("f(a, d, c)\n");
    expect(formatted("x   = 1\n\ny\n\nz  = 1\n", "x   = 1\n\n\nz  = 1\n")).toBe(
      "x   = 1\n\nz  = 1\n",
    );
  });

  it("become part of the step's edits beside them, whose number stays", () => {
    const before = "one(1);  two(2);\n\n\n\nx\n";
    const edits = [
      { opId: "a", start: 0, end: 3, text: "uno" },
      { opId: "b", start: 9, end: 12, text: "due" },
    ];
    const all = withLayout(before, edits, "uno(1); due(2);\n\nx\n");
    expect(splice(before, all)).toBe("uno(1); due(2);\n\nx\n");
    expect(all.map(({ opId }) => opId)).toEqual(["a", "b"]);
    const far = withLayout(`${before}\n\n\ny  z\n`, edits, "uno(1); due(2);\n\nx\n\n\n\ny z\n");
    expect(far.map(({ opId }) => opId)).toEqual(["a", "b", "format"]);
  });
});
