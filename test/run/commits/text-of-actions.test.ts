import { describe, expect, it } from "vitest";
import { splice } from "../../../src/edit/text/splice.ts";
import type { TextEdit } from "../../../src/model/edit.ts";
import { type FileWriteStep, textOfActions } from "../../../src/run/commits/text-of-actions.ts";
import { sha256 } from "../../../src/shared/sha256.ts";
import { seededRandom } from "../../support/seeded-random.ts";

type Part = FileWriteStep["parts"][number];

/** The writes of a file, each by the edits of one action or of several. */
function fileOf(before: string, writes: readonly (readonly Part[])[]) {
  let text = before;
  const steps = writes.map((parts): FileWriteStep => {
    const preHash = sha256(text);
    const edits = parts
      .flatMap((part) => part.edits)
      .sort((a, b) => a.start - b.start || a.end - b.end);
    text = splice(text, edits);
    return { preHash, postHash: sha256(text), parts: [...parts] };
  });
  return { file: { before, steps }, after: text };
}

const edit = (start: number, end: number, text: string): TextEdit => ({ start, end, text });
const only =
  (...names: string[]) =>
  (action: string) =>
    names.includes(action);

describe("the text of some actions", () => {
  it("has the edits of these actions and no others, in whatever order they were applied", () => {
    const { file, after } = fileOf("one two three", [
      [{ action: "a", edits: [edit(0, 3, "ONE!")] }],
      [{ action: "b", edits: [edit(5, 8, "2")] }],
      [{ action: "a", edits: [edit(7, 12, "THREE")] }],
    ]);
    expect(after).toBe("ONE! 2 THREE");
    expect(textOfActions(file, only("a"))).toBe("ONE! two THREE");
    expect(textOfActions(file, only("b"))).toBe("one 2 three");
    expect(textOfActions(file, only())).toBe("one two three");
    expect(textOfActions(file, only("a", "b"))).toBe(after);
  });

  it("takes apart a joint write, and insertions one behind the other", () => {
    const joint = fileOf("f(1) f(2) f(3)", [
      [
        { action: "b", edits: [edit(5, 6, "g")] },
        { action: "a", edits: [edit(0, 1, "g"), edit(10, 11, "gg")] },
      ],
      [{ action: "c", edits: [edit(0, 0, "h ")] }],
    ]);
    expect(textOfActions(joint.file, only("b", "c"))).toBe("h f(1) g(2) f(3)");
    const inserted = fileOf("x", [
      [{ action: "a", edits: [edit(0, 0, "import a\n")] }],
      [{ action: "b", edits: [edit(9, 9, "import b\n")] }],
      [{ action: "c", edits: [edit(0, 0, "import c\n")] }],
    ]);
    expect(textOfActions(inserted.file, only("b"))).toBe("import b\nx");
    expect(textOfActions(inserted.file, only("b", "c"))).toBe("import c\nimport b\nx");
  });

  it("is unknown if an edit rests on another action, or its place without that one is not certain", () => {
    const nested = fileOf("old", [
      [{ action: "a", edits: [edit(0, 3, "fresh")] }],
      [{ action: "b", edits: [edit(1, 2, "R")] }],
    ]);
    expect(textOfActions(nested.file, only("b"))).toBeUndefined();
    expect(textOfActions(nested.file, only("a"))).toBe("fresh");
    const deleted = fileOf("abc", [
      [{ action: "a", edits: [edit(1, 2, "")] }],
      [{ action: "b", edits: [edit(1, 1, "-")] }],
    ]);
    expect(textOfActions(deleted.file, only("b"))).toBeUndefined();
  });

  it("is unknown if the edits do not make the text that was written", () => {
    const { file } = fileOf("abc", [[{ action: "a", edits: [edit(0, 1, "x")] }]]);
    const forged = { ...file, before: "abd" };
    expect(textOfActions(forged, only("a"))).toBeUndefined();
  });

  it("is null where the actions delete the file, and unknown where a deletion is of another text", () => {
    const steps = [
      {
        preHash: sha256("abc"),
        postHash: sha256("ab"),
        parts: [{ action: "a", edits: [edit(2, 3, "")] }],
      },
      { preHash: sha256("ab"), postHash: null, parts: [{ action: "b", edits: [edit(0, 2, "")] }] },
    ];
    const file = { before: "abc", steps };
    expect(textOfActions(file, only("a", "b"))).toBeNull();
    expect(textOfActions(file, only("a"))).toBe("ab");
    expect(textOfActions(file, only())).toBe("abc");
    expect(textOfActions(file, only("b"))).toBeUndefined();
    const made = {
      preHash: null,
      postHash: sha256("n"),
      parts: [{ action: "c", edits: [edit(0, 0, "n")] }],
    };
    const again = { before: "abc", steps: [...steps, made] };
    expect(textOfActions(again, only("a", "b", "c"))).toBe("n");
    expect(textOfActions(again, only("a", "b"))).toBeNull();
    expect(textOfActions(again, only("a", "c"))).toBeUndefined();
  });

  it("never loses or makes up a line, over random writes in lines of their own", () => {
    const random = seededRandom(18);
    let known = 0;
    for (let round = 0; round < 300; round += 1) {
      const names = ["a", "b", "c"];
      let lines = Array.from({ length: 6 }, (_, index) => ({ text: `${index}`, by: "" }));
      const writes: Part[][] = [];
      const before = lines.map(({ text }) => `${text}\n`).join("");
      for (let write = 0; write < 4; write += 1) {
        const action = random.pick(names);
        const at = random.below(lines.length + 1);
        const start = lines.slice(0, at).reduce((sum, { text }) => sum + text.length + 1, 0);
        const text = `${action}${write}`;
        writes.push([{ action, edits: [edit(start, start, `${text}\n`)] }]);
        lines = [...lines.slice(0, at), { text, by: action }, ...lines.slice(at)];
      }
      const { file } = fileOf(before, writes);
      const wanted = names.filter(() => random.below(2) === 0);
      const expected = lines.filter(({ by }) => by === "" || wanted.includes(by));
      const text = textOfActions(file, only(...wanted));
      if (text !== undefined) known += 1; // An edit between two that are left out may be uncertain.
      expect(text).toBe(text && expected.map((one) => `${one.text}\n`).join(""));
    }
    expect(known).toBeGreaterThan(270);
  });
});
